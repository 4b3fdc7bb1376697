import { Table } from '@mantine/core'
import type { ChartTable } from '@spacekeeper/contract/statistics/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useFigureWords } from './chart-words.ts'
import classes from './statistics.module.css'

/** Machines by the time they ran, each with a bar beside the longest. */
export const MachinesTable = ({ table }: { table: ChartTable }) => {
  const { t } = useTranslation('statistics')
  const write = useFigureWords('machines')
  const most = Math.max(...table.rows.map(({ values }) => values[0] ?? 0))
  return (
    <div
      className={classes.scroll}
      role="group"
      aria-label={t('chart_machines')}
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    >
      <Table className={classes.figures ?? ''} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('machine')}</Table.Th>
            <Table.Th scope="col">{t('hours')}</Table.Th>
            <Table.Th scope="col">{t('uses')}</Table.Th>
            <Table.Th scope="col">{t('members')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.rows.map(({ key, name, values: [hours = null, uses = null, members = null] }) => (
            <tr key={key}>
              <th scope="row">
                <span className={classes.machine} title={name}>
                  {name}
                </span>
                <span className={classes.barRoom} aria-hidden>
                  <i style={{ width: `${most === 0 ? 0 : ((hours ?? 0) / most) * 100}%` }} />
                </span>
              </th>
              <td>{write(hours, 'full', 'hours')}</td>
              <td>{write(uses)}</td>
              <td>{write(members)}</td>
            </tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
