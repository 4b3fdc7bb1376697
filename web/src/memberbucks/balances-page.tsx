import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import type { Period } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import {
  exportMemberStatement,
  exportSpaceStatement,
  memberStatementQuery,
  negativeQuery,
  spaceStatementQuery,
} from './api.ts'
import { PeriodForm } from './period-form.tsx'
import { periodOf, readStatementPeriod } from './periods.ts'
import { StatementTable } from './statement-table.tsx'
import classes from './statement.module.css'

/** Who owes the space. */
const NegativeCard = () => {
  const { t } = useTranslation('memberbucks')
  const money = useMoney()
  return (
    <Card component="section" aria-labelledby="negative" className={classes.screenOnly ?? ''}>
      <Title order={2} id="negative">
        {t('negative')}
      </Title>
      <Page query={useQuery(negativeQuery)}>
        {({ members, sumCents }) =>
          members.length === 0 ? (
            <Text c="dimmed">{t('noneNegative')}</Text>
          ) : (
            <>
              <Text c="dimmed">{t('negativeSum', { count: members.length, amount: money(-sumCents) })}</Text>
              <ul className={classes.rows}>
                {members.map(({ memberId, name, balanceCents, lastEntryAt }) => (
                  <li key={memberId} className={classes.row}>
                    <span>
                      <MemberLink id={memberId} isInText>
                        {name}
                      </MemberLink>{' '}
                      <span className={classes.dim}>{t('lastEntry', { moment: formatMoment(lastEntryAt) })}</span>
                    </span>
                    <span className={classes.money}>{money(balanceCents)}</span>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Page>
    </Card>
  )
}

const SpaceStatement = ({ period }: { period: Period }) => {
  const { t } = useTranslation('memberbucks')
  return (
    <Page query={useQuery(spaceStatementQuery(period))}>
      {(statement) => (
        <StatementTable
          title={t('allBalances')}
          statement={statement}
          download={<DownloadButton label={t('csv')} load={() => exportSpaceStatement(period)} />}
        />
      )}
    </Page>
  )
}

const MembersStatement = (wanted: Period & { memberId: number }) => {
  const { t } = useTranslation('memberbucks')
  return (
    <Page query={useQuery(memberStatementQuery(wanted))}>
      {(statement) => (
        <StatementTable
          title={t('statementOf', { name: statement.memberName })}
          statement={statement}
          entries={statement.entries}
          isCut={statement.isCut}
          download={<DownloadButton label={t('csv')} load={() => exportMemberStatement(wanted)} />}
        />
      )}
    </Page>
  )
}

/** Statements of the space and of a member for the treasurer, and who is below zero. */
const BalancesPage = () => {
  const { t } = useTranslation('memberbucks')
  const [now] = useState(() => new Date())
  const navigate = Route.useNavigate()
  const { member, ...days } = Route.useSearch()
  const period = periodOf(days, now)
  const isRight = period.from <= period.to
  return (
    <Stack gap="md">
      <div className={classes.screenOnly}>
        <Stack gap="sm">
          {member === undefined ? null : (
            <Anchor renderRoot={(props) => <Link to="/manage/memberbucks" search={days} {...props} />}>
              {t('allBalancesOpen')}
            </Anchor>
          )}
          <PeriodForm
            period={period}
            now={now}
            onChange={(chosen) =>
              void navigate({
                search: { ...chosen, ...(member !== undefined && { member }) },
                replace: true,
                resetScroll: false,
              })
            }
          />
        </Stack>
      </div>
      {isRight && member === undefined ? <SpaceStatement period={period} /> : null}
      {isRight && member !== undefined ? <MembersStatement memberId={member} {...period} /> : null}
      {member === undefined ? <NegativeCard /> : null}
    </Stack>
  )
}

export const Route = createFileRoute('/manage/memberbucks')({
  component: BalancesPage,
  validateSearch: (given: Record<string, unknown>): Partial<Period> & { member?: number } => {
    const member = Number(given['member'])
    return { ...readStatementPeriod(given), ...(Number.isInteger(member) && member > 0 && { member }) }
  },
  staticData: {
    title: 'memberbucks:titleBalances',
    loggedIn: true,
    staff: 'money',
    feature: 'enableMemberBucks',
    menu: { group: 'admin', icon: IconWallet, order: 45 },
  },
})
