import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core'
import { trainingApi } from '@spacekeeper/contract/training/routes.ts'
import type { Course } from '@spacekeeper/contract/training/shapes.ts'
import { useRef, useState, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { errorText } from '#platform/api/error-text.ts'
import { Form } from '#platform/form/form.tsx'
import { groupRequiredBy, requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import classes from './training.module.css'

const answerRule = trainingApi.answerQuiz.body.shape.answers.element

type AskedQuestion = Course['questions'][number]

type AskedQuestionProps = {
  question: AskedQuestion
  ticked: readonly number[]
  /** It was sent without an answer to this question. */
  isMissing: boolean
  onTick: (ticked: number[]) => void
}

/** A question with one right answer has round marks, one with several has square ones. */
const QuestionField = ({ question, ticked, isMissing, onTick }: AskedQuestionProps) => {
  const { t } = useTranslation('training')
  const { text, choices, isMany } = question
  const toggle = (n: number) => onTick(ticked.includes(n) ? ticked.filter((one) => one !== n) : [...ticked, n])
  return (
    <fieldset
      className={classes.question}
      data-missing={isMissing || undefined}
      {...(isMany && groupRequiredBy(answerRule))}
    >
      <legend>{text}</legend>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t(isMany ? 'pickMany' : 'pickOne')}
        </Text>
        {choices.map((choice, n) =>
          isMany ? (
            <Checkbox key={choice} label={choice} checked={ticked.includes(n)} onChange={() => toggle(n)} />
          ) : (
            <Radio
              key={choice}
              label={choice}
              name={text}
              {...requiredBy(answerRule, [])}
              checked={ticked.includes(n)}
              onChange={() => onTick([n])}
            />
          ),
        )}
        {isMissing ? <FormError>{t('answerThis')}</FormError> : null}
      </Stack>
    </fieldset>
  )
}

type Props = {
  course: Course
  send: (answers: number[][]) => Promise<unknown>
  onBack: (() => void) | null
}

/** The questions of a course. Answers stay when sending them fails. */
export const QuizForm = ({ course, send, onBack }: Props) => {
  const { t } = useTranslation('training')
  const { questions, passPercent, coolDownHours } = course
  const [answers, setAnswers] = useState<number[][]>(() => questions.map(() => []))
  const [reason, setReason] = useState<string | null>(null)
  const [wasSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isMissing = (at: number) => wasSent && answers[at]?.length === 0
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (answers.some((ticked) => ticked.length === 0)) {
      flushSync(() => setSent(true))
      form.current?.querySelector<HTMLElement>('[data-missing] input')?.focus()
      return
    }
    setBusy(true)
    setReason(null)
    try {
      await send(answers)
    } catch (error) {
      setReason(errorText(error))
    }
    setBusy(false)
  }
  return (
    <Form ref={form} onSubmit={(event) => void submit(event)}>
      <Stack gap="lg">
        <Text c="dimmed">
          {t('quizIntro', { count: questions.length, percent: passPercent })}{' '}
          {coolDownHours > 0 ? t('quizWait', { count: coolDownHours }) : ''}
        </Text>
        {questions.map((question, at) => (
          <QuestionField
            key={question.text}
            question={question}
            ticked={answers[at] ?? []}
            isMissing={isMissing(at)}
            onTick={(ticked) => setAnswers(answers.with(at, ticked))}
          />
        ))}
        {reason === null ? null : <FormError>{reason}</FormError>}
        <Group gap="xs">
          {onBack ? (
            <Button variant="default" onClick={onBack}>
              {t('back')}
            </Button>
          ) : null}
          <Button type="submit" loading={isBusy}>
            {t('answer')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
