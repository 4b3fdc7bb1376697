import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { CourseContent } from '@spacekeeper/contract/training/shapes.ts'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { newChoice, type QuestionDraft, withoutPart, withPart } from './content-draft.ts'
import classes from './training.module.css'

const rules = CourseContent.shape.questions.element.shape

const fewest = 2

const most = 8

type Props = {
  question: QuestionDraft
  at: number
  problems: Readonly<Record<string, string>>
  onChange: (question: QuestionDraft) => void
  onRemove: () => void
}

/** One question of a quiz while it is written; the right answers are ticked. */
export const QuestionForm = ({ question, at, problems, onChange, onRemove }: Props) => {
  const { t } = useTranslation('training')
  const number = at + 1
  const { choices } = question
  const setChoices = (next: typeof choices) => onChange({ ...question, choices: next })
  return (
    <div className={classes.edited} role="group" aria-label={t('questionNumber', { number })}>
      <div className={classes.head}>
        <h3 className={classes.name}>{t('questionNumber', { number })}</h3>
        <Button variant="subtle" size="compact-sm" color="red" onClick={onRemove}>
          {t('removeQuestion', { number })}
        </Button>
      </div>
      <TextInput
        label={t('questionText')}
        {...requiredBy(rules.text)}
        value={question.text}
        error={problems[`questions.${at}.text`]}
        autoComplete="off"
        onChange={(event) => onChange({ ...question, text: event.currentTarget.value })}
      />
      <Text size="sm" c="dimmed">
        {t('rightHint')}
      </Text>
      {choices.map((choice, n) => (
        <Group key={choice.key} gap="xs" wrap="nowrap" align="flex-start">
          <Checkbox
            mt={8}
            aria-label={t('isRight', { number: n + 1 })}
            aria-invalid={problems[`questions.${at}.choices`] !== undefined}
            checked={choice.isRight}
            onChange={(event) => setChoices(withPart(choices, { ...choice, isRight: event.currentTarget.checked }))}
          />
          <TextInput
            flex={1}
            aria-label={t('answerNumber', { number: n + 1 })}
            {...requiredBy(rules.choices.element.shape.text)}
            value={choice.text}
            error={problems[`questions.${at}.choices.${n}.text`]}
            autoComplete="off"
            onChange={(event) => setChoices(withPart(choices, { ...choice, text: event.currentTarget.value }))}
          />
          {choices.length > fewest ? (
            <Button
              variant="subtle"
              size="compact-sm"
              mt={6}
              aria-label={t('removeAnswer', { number: n + 1 })}
              onClick={() => setChoices(withoutPart(choices, choice.key))}
            >
              {t('removeTrainer')}
            </Button>
          ) : null}
        </Group>
      ))}
      {problems[`questions.${at}.choices`] ? <FormError>{problems[`questions.${at}.choices`] ?? ''}</FormError> : null}
      {choices.length < most ? (
        <Group>
          <Button variant="default" size="xs" onClick={() => setChoices([...choices, newChoice()])}>
            {t('addAnswer')}
          </Button>
        </Group>
      ) : null}
    </div>
  )
}
