import { Button, Card, Stack, Table, Text, Title } from '@mantine/core'
import type { BalanceStatement, LedgerEntry } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDate, formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { useNow } from '#platform/ui/use-now.ts'
import { accountWords, entryWordOf } from './entry-words.ts'
import classes from './statement.module.css'

/** A day of a period, which has no time zone. */
const dayWords = (day: string) => formatDate(`${day}T12:00:00Z`, { timeZone: 'UTC' })

type Props = {
  /** Whose it is. */
  title: string
  statement: BalanceStatement
  entries?: readonly LedgerEntry[]
  /** There are more entries, which the file has. */
  isCut?: boolean
  /** The button that keeps it as a file. */
  download: ReactNode
}

/** A statement to read and to print: what was there, what moved it, what is left. */
export const StatementTable = ({ title, statement, entries, isCut = false, download }: Props) => {
  const { t } = useTranslation('memberbucks')
  const { siteName } = useSite().general
  const now = useNow(60_000)
  const period = t('periodIs', { from: dayWords(statement.from), to: dayWords(statement.to) })
  return (
    <Card component="section" aria-labelledby="statement">
      <Stack gap="md">
        <div className={classes.tools}>
          <div>
            <Text className={classes.printed ?? ''}>{siteName}</Text>
            <Title order={2} id="statement" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            <Text c="dimmed">{period}</Text>
          </div>
          <div className={`${classes.screenOnly} ${classes.period}`}>
            {download}
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => globalThis.print()}
            >
              {t('print')}
            </Button>
          </div>
        </div>
        <Totals statement={statement} />
        {entries && entries.length > 0 ? <Entries entries={entries} /> : null}
        {isCut ? <Text size="sm">{t('isCut')}</Text> : null}
        <Text className={classes.printed ?? ''} size="sm">
          {t('printedOn', { day: formatDate(now) })}
        </Text>
      </Stack>
    </Card>
  )
}

const Totals = ({ statement }: { statement: BalanceStatement }) => {
  const { t } = useTranslation('memberbucks')
  const money = useMoney()
  const { openingCents, closingCents, accounts } = statement
  return (
    <div
      className={classes.scroll}
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      role="region"
      aria-label={t('totals')}
    >
      <Table horizontalSpacing={6} className={classes.totals ?? ''} aria-label={t('totals')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('account')}</Table.Th>
            <Table.Th className={classes.money}>{t('moneyIn')}</Table.Th>
            <Table.Th className={classes.money}>{t('moneyOut')}</Table.Th>
            <Table.Th className={classes.money}>{t('balanceAfter')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr className={classes.total}>
            <Table.Th scope="row">{t('opening')}</Table.Th>
            <Table.Td />
            <Table.Td />
            <Table.Td className={classes.money}>{money(openingCents)}</Table.Td>
          </Table.Tr>
          {accounts.map(({ account, inCents, outCents }) => (
            <Table.Tr key={account}>
              <Table.Th scope="row">{t(accountWords[account])}</Table.Th>
              <Table.Td className={classes.money}>{inCents === 0 ? '' : money(inCents)}</Table.Td>
              <Table.Td className={classes.money}>{outCents === 0 ? '' : money(-outCents)}</Table.Td>
              <Table.Td />
            </Table.Tr>
          ))}
          <Table.Tr className={classes.total}>
            <Table.Th scope="row">{t('closing')}</Table.Th>
            <Table.Td />
            <Table.Td />
            <Table.Td className={classes.money}>{money(closingCents)}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </div>
  )
}

const Entries = ({ entries }: { entries: readonly LedgerEntry[] }) => {
  const { t } = useTranslation('memberbucks')
  const isPhone = useIsPhone()
  const money = useMoney()
  return (
    <div
      className={classes.scroll}
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      role="region"
      aria-label={t('transactions')}
    >
      <Table horizontalSpacing={6} className={classes.entries ?? ''} aria-label={t('transactions')}>
        <Table.Thead>
          <Table.Tr>
            {isPhone ? null : <Table.Th>{t('when')}</Table.Th>}
            <Table.Th>{t('what')}</Table.Th>
            <Table.Th className={classes.money}>{t('amount')}</Table.Th>
            <Table.Th className={classes.money}>{t('balanceAfter')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.id}>
              {isPhone ? null : <Table.Td className={classes.day}>{formatDay(entry.at)}</Table.Td>}
              <Table.Td className={classes.words}>
                {[entry.description, t(entryWordOf(entry))].filter((part) => part !== '').join(', ')}
                {isPhone ? <div className={classes.dim}>{formatDay(entry.at)}</div> : null}
              </Table.Td>
              <Table.Td className={classes.money}>{money(entry.amountCents)}</Table.Td>
              <Table.Td className={classes.money}>{money(entry.balanceCents)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
