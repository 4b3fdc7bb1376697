import { Card, Stack, Text, Title } from '@mantine/core'
import type { CountedResult, MotionView } from '@spacekeeper/contract/votes/shapes.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { MissedQuorumList } from '../missed-quorum-list.tsx'
import { formatVotes, listOptions, nameOfOption, votesUnit } from '../words.ts'
import { ResultBarsList } from './result-bars-list.tsx'
import { RoundsTable } from './rounds-table.tsx'

type Props = { motion: MotionView; result: CountedResult }

/** What was decided, and by how many votes. */
export const ResultCard = ({ motion, result }: Props) => {
  const { t } = useTranslation('votes')
  return (
    <Card component="section" aria-labelledby="result">
      <Stack gap="md">
        <Title order={2} id="result">
          {t('resultHeading')}
        </Title>
        <Outcome motion={motion} result={result} />
        <MissedQuorumList motion={motion} />
        {result.count === null ? <Text>{t('fewVotes')}</Text> : null}
        {result.kind === 'majority' && result.count ? <Majority motion={motion} count={result.count} /> : null}
        {result.kind === 'approval' && result.count ? (
          <Approval motion={motion} elected={result.elected} count={result.count} />
        ) : null}
        {result.kind === 'ranked' && result.count ? (
          <Ranked motion={motion} elected={result.elected} count={result.count} />
        ) : null}
      </Stack>
    </Card>
  )
}

const Outcome = ({ motion, result }: Props) => {
  const { t } = useTranslation('votes')
  if (result.kind === 'majority') {
    return (
      <Status kind={result.isCarried ? 'good' : 'refused'} size="md">
        {t(result.isCarried ? 'carried' : 'lost')}
      </Status>
    )
  }
  if (result.elected.length === 0) return <Status kind="none">{t('noneElected')}</Status>
  return (
    <Status kind="good" size="md">
      {t('elected')}: {listOptions(motion, result.elected)}
    </Status>
  )
}

type CountOf<Kind extends CountedResult['kind']> = NonNullable<Extract<CountedResult, { kind: Kind }>['count']>

const Majority = ({ motion, count }: { motion: MotionView; count: CountOf<'majority'> }) => {
  const { t } = useTranslation('votes')
  const figures = { for: count.for, measured: count.measuredAgainst, needed: count.needed }
  const row = (vote: 'for' | 'against' | 'abstain') => ({
    key: vote,
    name: t(vote),
    votes: count[vote],
    words: formatNumber(count[vote]),
    tone: vote === 'abstain' ? undefined : vote,
  })
  return (
    <>
      <Text>{t(motion.shareOf === 'roll' ? 'majorityWordsRoll' : 'majorityWords', figures)}</Text>
      <ResultBarsList rows={[row('for'), row('against'), row('abstain')]} label={t('resultHeading')} />
    </>
  )
}

type ElectionProps<Kind extends 'approval' | 'ranked'> = {
  motion: MotionView
  elected: readonly number[]
  count: CountOf<Kind>
}

const Blank = ({ count }: { count: number }) => {
  const { t } = useTranslation('votes')
  return count > 0 ? <Text c="dimmed">{t('blank', { count })}</Text> : null
}

const Lot = ({ motion }: { motion: MotionView }) => {
  const { t } = useTranslation('votes')
  const names = motion.lot.map((position) => nameOfOption(motion, position)).join(', ')
  return (
    <Text size="sm" c="dimmed">
      {t('lotOrder', { names })}
    </Text>
  )
}

const Approval = ({ motion, elected, count }: ElectionProps<'approval'>) => {
  const { t } = useTranslation('votes')
  const rows = motion.options
    .map(({ position, name }) => ({ position, name, votes: count.votes[position] ?? 0 }))
    .toSorted((a, b) => b.votes - a.votes)
    .map(({ position, name, votes }) => ({
      key: name,
      name,
      votes,
      words: t('votesCount', { count: votes, formatted: formatNumber(votes) }),
      tone: elected.includes(position) ? ('elected' as const) : undefined,
      mark: elected.includes(position) ? t('elected') : undefined,
    }))
  return (
    <>
      <ResultBarsList rows={rows} label={t('resultHeading')} />
      <Blank count={count.blank} />
      {count.tied.length > 0 ? <Text>{t('tiedByLot', { names: listOptions(motion, count.tied) })}</Text> : null}
      <Lot motion={motion} />
    </>
  )
}

const firstChoices = (
  { options }: MotionView,
  { elected, votes, mark }: { elected: readonly number[]; votes: readonly number[]; mark: string },
) =>
  options
    .map(({ position, name }) => ({ position, name, votes: votes[position] ?? 0 }))
    .toSorted((a, b) => b.votes - a.votes)
    .map(({ position, name, votes: count }) => ({
      key: name,
      name,
      votes: count,
      words: formatVotes(count),
      ...(elected.includes(position) && { tone: 'elected' as const, mark }),
    }))

/** Bars of the first choices, and all rounds in a table. */
const Ranked = ({ motion, elected, count }: ElectionProps<'ranked'>) => {
  const { t } = useTranslation('votes')
  const first = count.rounds[0]
  if (!first) return <Blank count={count.blank} />
  return (
    <>
      <Text>{t('quota', { count: count.quota / votesUnit, votes: formatVotes(count.quota) })}</Text>
      <Blank count={count.blank} />
      <Title order={3}>{t('firstChoices')}</Title>
      <ResultBarsList
        rows={firstChoices(motion, { elected, votes: first.votes, mark: t('elected') })}
        label={t('firstChoices')}
      />
      <Title order={3}>{t('roundsHeading')}</Title>
      <RoundsTable motion={motion} rounds={count.rounds} elected={elected} />
      <Lot motion={motion} />
    </>
  )
}
