import { Button, Card, Stack, Table, Title } from '@mantine/core'
import type { BalanceOverview } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { useState } from 'react'
import { formatMonth } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import classes from './own-balance.module.css'

type Props = { months: BalanceOverview['months'] }

/** A year of money in and out, month by month, as a picture or as a table. Nothing is drawn where nothing moved. */
export const MonthsCard = ({ months }: Props) => {
  const { t } = useTranslation('memberbucks')
  const [hasFigures, setFigures] = useState(false)
  if (months.every(({ entries }) => entries === 0)) return null
  return (
    <Card component="section" aria-labelledby="balance-months">
      <Stack gap="sm">
        <Title order={2} id="balance-months">
          {t('months')}
        </Title>
        {hasFigures ? <Figures months={months} /> : <Chart months={months} />}
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.start ?? ''}
          aria-expanded={hasFigures}
          onClick={() => setFigures(!hasFigures)}
        >
          {t(hasFigures ? 'asPicture' : 'asTable')}
        </Button>
      </Stack>
    </Card>
  )
}

const slot = 26
const bar = 9
const height = 110

const Chart = ({ months }: Props) => {
  const { t } = useTranslation('memberbucks')
  const money = useMoney()
  const most = Math.max(1, ...months.flatMap(({ inCents, outCents }) => [inCents, outCents]))
  const tall = (cents: number) => (cents === 0 ? 0 : Math.max(2, (cents / most) * height))
  return (
    <>
      <svg
        viewBox={`0 0 ${slot * months.length} ${height + 18}`}
        className={classes.chart}
        role="img"
        aria-label={t('chartOf', { most: money(most) })}
      >
        <line x1="0" x2={slot * months.length} y1={height + 0.5} y2={height + 0.5} className={classes.axis} />
        {months.map(({ month, inCents, outCents }, at) => {
          const [left, up, down] = [at * slot + 3, tall(inCents), tall(outCents)]
          return (
            <g key={month}>
              <title>{t('monthIs', { month: formatMonth(month), in: money(inCents), out: money(outCents) })}</title>
              <rect x={left} y={height - up} width={bar} height={up} rx="2" className={classes.barIn} />
              <rect x={left + bar + 1} y={height - down} width={bar} height={down} rx="2" className={classes.barOut} />
              <text x={left + bar} y={height + 14} textAnchor="middle" className={classes.tick}>
                {formatMonth(month, 'short').slice(0, 1)}
              </text>
            </g>
          )
        })}
      </svg>
      <ul className={classes.legend}>
        <li data-part="in">{t('added')}</li>
        <li data-part="out">{t('spent')}</li>
      </ul>
    </>
  )
}

const Figures = ({ months }: Props) => {
  const { t } = useTranslation('memberbucks')
  const money = useMoney()
  return (
    <Table aria-label={t('months')} verticalSpacing={6} horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('month')}</Table.Th>
          <Table.Th className={classes.money}>{t('added')}</Table.Th>
          <Table.Th className={classes.money}>{t('spent')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months.toReversed().map(({ month, inCents, outCents }) => (
          <Table.Tr key={month}>
            <Table.Td>{formatMonth(month)}</Table.Td>
            <Table.Td className={classes.money}>{money(inCents)}</Table.Td>
            <Table.Td className={classes.money}>{money(outCents)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
