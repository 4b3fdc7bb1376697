import { Table } from '@mantine/core'
import type { CountedResult, MotionView } from '@spacekeeper/contract/votes/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { formatVotes, listOptions, nameOfOption } from '../words.ts'
import classes from '../votes.module.css'

type Round = NonNullable<Extract<CountedResult, { kind: 'ranked' }>['count']>['rounds'][number]

type Props = { motion: MotionView; rounds: readonly Round[]; elected: readonly number[] }

/** A ranked count: a column for each round, with what happened at its end. */
export const RoundsTable = ({ motion, rounds, elected }: Props) => {
  const { t } = useTranslation('votes')
  const notesOf = useNotes(motion)
  return (
    <div
      className={classes.scroll}
      role="region"
      aria-label={t('roundsHeading')}
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    >
      <Table className={classes.rounds ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('option')}</Table.Th>
            {rounds.map((_, at) => (
              <Table.Th key={at} className={classes.number}>
                {t('round', { number: at + 1 })}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {motion.options.map(({ position, name }) => (
            <Table.Tr key={position}>
              <Table.Th scope="row" className={classes.option}>
                {name}
                {elected.includes(position) ? (
                  <div>
                    <Status kind="good">{t('elected')}</Status>
                  </div>
                ) : null}
              </Table.Th>
              {rounds.map((round, at) => (
                <Table.Td key={at} className={classes.number}>
                  {formatVotes(round.votes[position] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th scope="row" className={classes.option}>
              {t('lostVotes')}
            </Table.Th>
            {rounds.map((round, at) => (
              <Table.Td key={at} className={classes.number}>
                {formatVotes(round.lost)}
              </Table.Td>
            ))}
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row" className={classes.option}>
              {t('happens')}
            </Table.Th>
            {rounds.map((round, at) => (
              <Table.Td key={at} className={classes.note}>
                {notesOf(round).join(' ')}
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </div>
  )
}

const useNotes = (motion: MotionView) => {
  const { t } = useTranslation('votes')
  return ({ elected, excluded, passedOn, byLot }: Round): string[] => [
    ...(elected.length > 0 ? [t('noteElected', { names: listOptions(motion, elected) })] : []),
    ...(passedOn === null ? [] : [t('notePassed', { name: nameOfOption(motion, passedOn) })]),
    ...(excluded === null ? [] : [t('noteExcluded', { name: nameOfOption(motion, excluded) })]),
    ...(byLot ? [t('noteByLot')] : []),
  ]
}
