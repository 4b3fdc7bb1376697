import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { exportOwnStatement, ownStatementQuery } from './api.ts'
import { PeriodForm } from './period-form.tsx'
import { periodOf, readStatementPeriod } from './periods.ts'
import { StatementTable } from './statement-table.tsx'
import classes from './statement.module.css'

/** A member's own statement, which they print or keep. The period stands in the address. */
const StatementPage = () => {
  const { t } = useTranslation('memberbucks')
  const [now] = useState(() => new Date())
  const navigate = Route.useNavigate()
  const period = periodOf(Route.useSearch(), now)
  const isRight = period.from <= period.to
  const query = useQuery({ ...ownStatementQuery(period), enabled: isRight, placeholderData: keepPreviousData })
  const name = useProfile()?.fullName ?? ''
  return (
    <Stack gap="md">
      <div className={classes.screenOnly}>
        <PeriodForm
          period={period}
          now={now}
          onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
        />
      </div>
      {isRight ? (
        <Page query={query}>
          {(statement) => (
            <StatementTable
              title={t('statementOf', { name })}
              statement={statement}
              entries={statement.entries}
              isCut={statement.isCut}
              download={<DownloadButton label={t('csv')} load={() => exportOwnStatement(period)} />}
            />
          )}
        </Page>
      ) : null}
    </Stack>
  )
}

export const Route = createFileRoute('/account/memberbucks/statement')({
  component: StatementPage,
  validateSearch: readStatementPeriod,
  staticData: {
    title: 'memberbucks:titleStatement',
    loggedIn: true,
    feature: 'enableMemberBucks',
    hiddenMenu: true,
    backButton: '/account/memberbucks',
  },
})
