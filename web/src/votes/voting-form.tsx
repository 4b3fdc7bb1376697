import { Button, Group, Stack, Text } from '@mantine/core'
import type { Choice, MotionView, VotingRight } from '@spacekeeper/contract/votes/shapes.ts'
import { type SyntheticEvent, useState } from 'react'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { ChoiceField } from './choice-field.tsx'
import { RankingField } from './ranking-field.tsx'
import { RightsField } from './rights-field.tsx'

type Props = {
  motion: MotionView
  rights: readonly VotingRight[]
  onReview: (casting: { rights: readonly VotingRight[]; choice: Choice }) => void
}

/** An election begins with no option chosen, which abstains; a motion with no answer, which has to be given. */
const firstChoice = ({ method }: MotionView): Choice | null =>
  method === 'majority' ? null : { kind: method, options: [] }

const sameChoice = (rights: readonly VotingRight[], chosen: readonly number[]): Choice | null =>
  (chosen.length === 1 ? rights.find(({ principalId }) => principalId === chosen[0])?.choice : null) ?? null

/** For which votes, and what. */
export const VotingForm = ({ motion, rights, onReview }: Props) => {
  const { t } = useTranslation('votes')
  // Until votes are picked by hand it is the first one, also when others are used meanwhile.
  const [pickedByHand, setPicked] = useState<readonly number[] | null>(null)
  const picked = pickedByHand ?? rights.slice(0, 1).map(({ principalId }) => principalId)
  const [choice, setChoice] = useState<Choice | null>(() => sameChoice(rights, picked) ?? firstChoice(motion))
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const named = rights.filter(({ principalId }) => picked.includes(principalId))
    if (named.length === 0) return setProblem(t('chooseRight'))
    if (choice === null) return setProblem(t('chooseVote'))
    setProblem(null)
    onReview({ rights: named, choice })
  }
  return (
    <Form onSubmit={submit}>
      <Stack gap="lg">
        {rights.length > 1 || rights.some(({ isOwn }) => !isOwn) ? (
          <RightsField motion={motion} rights={rights} picked={picked} onPick={setPicked} />
        ) : null}
        {choice?.kind === 'ranked' ? (
          <RankingField
            options={motion.options}
            ranking={choice.options}
            onRank={(options) => setChoice({ kind: 'ranked', options: [...options] })}
          />
        ) : (
          <ChoiceField motion={motion} choice={choice} onChoose={setChoice} />
        )}
        {problem === null ? null : <FormError>{problem}</FormError>}
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {motion.kind === 'election' && choice?.kind !== 'motion' && choice?.options.length === 0
              ? t('abstention')
              : null}
          </Text>
          <Button type="submit" size="md">
            {t('review')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
