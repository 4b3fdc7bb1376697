import { Button, Card } from '@mantine/core'
import type { RollRow } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { rollReasonWords } from '@spacekeeper/contract/meetings/attendance-words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import classes from './attendance.module.css'

type Props = { rows: readonly RollRow[]; canCorrect: boolean; onCorrect: (row: RollRow) => void }

/** Members by name, why they are not on the roll, and what staff changed. */
export const RollList = ({ rows, canCorrect, onCorrect }: Props) => {
  const { t } = useTranslation('meetings')
  return (
    <Card>
      <ul className={classes.list} aria-label={t('rollLabel')}>
        {rows.map((row) => (
          <li key={row.memberId} className={classes.row}>
            <span className={classes.who}>
              <span>
                <MemberLink id={row.memberId}>{row.name}</MemberLink>
              </span>
              <WhyLine row={row} />
            </span>
            {canCorrect ? (
              <Button
                size="xs"
                variant="default"
                aria-label={t(row.isOn ? 'rollRemoveOf' : 'rollAddOf', { name: row.name })}
                onClick={() => onCorrect(row)}
              >
                {t(row.isOn ? 'rollRemove' : 'rollAdd')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const WhyLine = ({ row }: { row: RollRow }) => {
  const { t } = useTranslation('meetings')
  const { isOn, isByHand, note, reason } = row
  if (isOn && !isByHand) return null
  const words = isOn
    ? t('rollByHand', { note })
    : [reason === null ? '' : rollReasonWords[reason], ...(note === '' ? [] : [note])].join(': ')
  return <span className={classes.facts}>{words}</span>
}
