import { Card, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Moment } from '#platform/ui/moment.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useGrowing } from '#platform/ui/use-growing.ts'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import type { InterlockUse } from './api.ts'
import classes from './swipes.module.css'

const keyOf = ({ name, sessionStart, userOn }: InterlockUse) => `${name} ${sessionStart} ${userOn}`

/** Who turned it off and when; nobody did while it runs, the system did when no person is named. */
const useEnd = () => {
  const { t } = useTranslation('doors')
  return (use: InterlockUse) =>
    use.sessionComplete ? (use.userOff ?? t('bySystem')) : <Status kind="inUse">{t('inUse')}</Status>
}

const WideRow = ({ use }: { use: InterlockUse }) => {
  const end = useEnd()
  return (
    <Table.Tr className={classes.row ?? ''}>
      <Table.Td className={classes.cut ?? ''} title={use.userOn}>
        {use.userOn}
      </Table.Td>
      <Table.Td className={classes.cut ?? ''} title={use.name}>
        {use.name}
      </Table.Td>
      <Table.Td className={classes.when ?? ''}>
        <Moment at={use.sessionStart} />
      </Table.Td>
      <Table.Td className={classes.cut ?? ''}>{end(use)}</Table.Td>
      <Table.Td className={classes.when ?? ''}>{use.sessionEnd ? <Moment at={use.sessionEnd} /> : null}</Table.Td>
    </Table.Tr>
  )
}

const PhoneRow = ({ use }: { use: InterlockUse }) => {
  const end = useEnd()
  return (
    <li className={classes.phoneRow}>
      <span className={classes.phoneWho}>{use.userOn}</span>
      <span className={classes.phoneDoor}>{use.name}</span>
      <span className={classes.you}>{end(use)}</span>
      <span className={classes.phoneWhen}>
        <Moment at={use.sessionStart} />
      </span>
    </li>
  )
}

/** Uses of machines, newest first. */
export const UsesTable = ({ uses, filter }: { uses: InterlockUse[]; filter: string }) => {
  const { t } = useTranslation('doors')
  const isPhone = useIsPhone()
  const { count, hasMore, mark } = useGrowing(uses.length, filter)
  const shown = uses.slice(0, count)
  if (isPhone) {
    return (
      <Card component="ul" padding={0} className={classes.phoneList ?? ''} aria-label={t('tabInterlocks')}>
        {shown.map((use) => (
          <PhoneRow key={keyOf(use)} use={use} />
        ))}
        {hasMore ? <li ref={mark} className={classes.mark} aria-hidden /> : null}
      </Card>
    )
  }
  return (
    <Card padding={0} className={classes.tableCard ?? ''}>
      <Table stickyHeader stickyHeaderOffset={64} highlightOnHover className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('turnedOnBy')}</Table.Th>
            <Table.Th>{t('machine')}</Table.Th>
            <Table.Th className={classes.when ?? ''} aria-sort="descending">
              {t('turnedOnAt')}
            </Table.Th>
            <Table.Th>{t('turnedOffBy')}</Table.Th>
            <Table.Th className={classes.when ?? ''}>{t('turnedOffAt')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((use) => (
            <WideRow key={keyOf(use)} use={use} />
          ))}
        </Table.Tbody>
      </Table>
      {hasMore ? <div ref={mark} className={classes.mark} aria-hidden /> : null}
    </Card>
  )
}
