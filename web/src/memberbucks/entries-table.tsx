import { Button, Card, Table, Title, VisuallyHidden } from '@mantine/core'
import type { LedgerEntry } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { memo } from 'react'
import { formatMoney } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { entryWordOf } from './entry-words.ts'
import classes from './memberbucks.module.css'

/** `onReverse` is null for staff who may only look. */
type Props = { entries: readonly LedgerEntry[]; onReverse: ((entry: LedgerEntry) => void) | null }
type RowProps = { entry: LedgerEntry; onReverse: Props['onReverse'] }

/** Amounts with a real sign, so that columns read at a glance. */
const useMoney = () => {
  const { siteLocaleCurrency } = useSite().general
  return {
    plain: (cents: number) => formatMoney(cents, siteLocaleCurrency),
    signed: (cents: number) => `${cents > 0 ? '+' : ''}${formatMoney(cents, siteLocaleCurrency)}`,
  }
}

const What = ({ entry }: { entry: LedgerEntry }) => {
  const { t } = useTranslation('memberbucks')
  const kind = t(entryWordOf(entry))
  return (
    <>
      <span className={classes.what} data-reversed={entry.isReversed || undefined}>
        {entry.description || kind}
      </span>
      <span className={classes.more}>
        {[
          entry.description ? kind : null,
          entry.by === null ? null : t('by', { name: entry.by }),
          entry.isReversed ? t('reversed') : null,
        ]
          .filter((part) => part !== null)
          .join(', ')}
      </span>
    </>
  )
}

const ReverseButton = ({ entry, onReverse }: RowProps) => {
  const { t } = useTranslation('memberbucks')
  if (onReverse === null || entry.isReversed || entry.reverses !== null) return null
  const what = entry.description || t(entryWordOf(entry))
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => onReverse(entry)} aria-label={t('reverseOf', { what })}>
      {t('reverse')}
    </Button>
  )
}

/** Showing more draws no row anew that is there. */
const WideRow = memo(({ entry, onReverse }: RowProps) => {
  const { plain, signed } = useMoney()
  return (
    <Table.Tr>
      <Table.Td className={classes.cell}>
        <What entry={entry} />
      </Table.Td>
      <Table.Td>
        <Moment at={entry.at} />
      </Table.Td>
      <Table.Td className={classes.money} data-in={entry.amountCents > 0 || undefined}>
        {signed(entry.amountCents)}
      </Table.Td>
      <Table.Td className={classes.money}>{plain(entry.balanceCents)}</Table.Td>
      <Table.Td className={classes.act}>
        <ReverseButton entry={entry} onReverse={onReverse} />
      </Table.Td>
    </Table.Tr>
  )
})
WideRow.displayName = 'WideRow'

const PhoneRow = memo(({ entry, onReverse }: RowProps) => {
  const { plain, signed } = useMoney()
  return (
    <li className={classes.row}>
      <span className={classes.cell}>
        <What entry={entry} />
        <span className={classes.more}>
          <Moment at={entry.at} />
        </span>
      </span>
      <span className={classes.amounts}>
        <span className={classes.money} data-in={entry.amountCents > 0 || undefined}>
          {signed(entry.amountCents)}
        </span>
        <span className={classes.more}>{plain(entry.balanceCents)}</span>
        <ReverseButton entry={entry} onReverse={onReverse} />
      </span>
    </li>
  )
})
PhoneRow.displayName = 'PhoneRow'

/** What moved a balance, newest first, each with what was left. */
export const EntriesTable = ({ entries, onReverse }: Props) => {
  const { t } = useTranslation('memberbucks')
  const isPhone = useIsPhone()
  return (
    <Card component="section" padding={0} aria-labelledby="member-transactions" className={classes.table}>
      <Title order={2} id="member-transactions" className={classes.title}>
        {t('transactions')}
      </Title>
      {isPhone ? (
        <ul className={classes.list}>
          {entries.map((entry) => (
            <PhoneRow key={entry.id} entry={entry} onReverse={onReverse} />
          ))}
        </ul>
      ) : (
        <Table verticalSpacing={10} horizontalSpacing={12} className={classes.entries ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('what')}</Table.Th>
              <Table.Th w={160}>{t('when')}</Table.Th>
              <Table.Th className={classes.money}>{t('amount')}</Table.Th>
              <Table.Th className={classes.money}>{t('balanceAfter')}</Table.Th>
              <Table.Th w={84}>
                <VisuallyHidden>{t('reverse')}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <WideRow key={entry.id} entry={entry} onReverse={onReverse} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  )
}
