import { Card, Table, Text, Title } from '@mantine/core'
import type { MonthEnd } from '@spacekeeper/contract/books/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { AccountButton, type OpenLines } from './month-end-list.tsx'
import classes from './books.module.css'

/** Every account at the beginning and the end of the month; all of them together come to nothing. */
export const TrialBalanceTable = ({ end, onOpen }: { end: MonthEnd; onOpen: OpenLines }) => {
  const { t } = useTranslation('books')
  const money = useMoney()
  const written = (cents: number) => money(cents, end.currency)
  const sum = (pick: (row: MonthEnd['trialBalance'][number]) => number) =>
    written(end.trialBalance.reduce((total, row) => total + pick(row), 0))
  return (
    <Card component="section" aria-labelledby="trial">
      <Title order={2} id="trial">
        {t('trialHeading')}
      </Title>
      <Text size="sm" c="dimmed" mb={4}>
        {t('trialHint')}
      </Text>
      <div
        className={classes.scroll}
        tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        role="region"
        aria-label={t('trialTable')}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('account')}</Table.Th>
              {[t('opening'), t('debit'), t('credit'), t('closing')].map((head) => (
                <Table.Th key={head} className={classes.money}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {end.trialBalance.map((row) => (
              <Table.Tr key={`${row.account} ${row.planId}`}>
                <Table.Th scope="row" fw={400}>
                  <AccountButton of={row} onOpen={onOpen} />
                </Table.Th>
                <Table.Td className={classes.money}>{written(row.openingCents)}</Table.Td>
                <Table.Td className={classes.money}>{row.debitCents === 0 ? '' : written(row.debitCents)}</Table.Td>
                <Table.Td className={classes.money}>{row.creditCents === 0 ? '' : written(row.creditCents)}</Table.Td>
                <Table.Td className={classes.money}>{written(row.closingCents)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{t('total')}</Table.Th>
              <Table.Th className={classes.money}>{sum((row) => row.openingCents)}</Table.Th>
              <Table.Th className={classes.money}>{sum((row) => row.debitCents)}</Table.Th>
              <Table.Th className={classes.money}>{sum((row) => row.creditCents)}</Table.Th>
              <Table.Th className={classes.money}>{sum((row) => row.closingCents)}</Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </div>
    </Card>
  )
}
