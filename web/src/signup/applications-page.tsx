import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import type { Application } from '@spacekeeper/contract/signup/shapes.ts'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { applicationsQuery } from './api.ts'
import { ApplicationRow, type ApplicationAct } from './application-row.tsx'
import { AcceptDialog, AskDialog, DeclineApplicationDialog } from './decision-dialog.tsx'
import classes from './signup.module.css'

type DecisionInHand = { act: ApplicationAct; application: Application } | null

/** Who waits to be let in, who was asked something, and what was decided lately. */
const ApplicationsPage = () => {
  const { t } = useTranslation('signup')
  const query = useQuery(applicationsQuery)
  const [dialog, setDialog] = useState<DecisionInHand>(null)
  const close = () => setDialog(null)
  const settings = (
    <Anchor component={Link} to="/manage/settings">
      {t('openSettings')}
    </Anchor>
  )
  return (
    <Stack gap="md">
      <Page
        query={query}
        isEmpty={({ open, decided }) => open.length + decided.length === 0}
        empty={<Empty title={t('emptyTitle')} text={t('emptyText')} action={settings} />}
      >
        {({ open, openCount, decided }) => (
          <Stack gap="lg">
            <Text c="dimmed" maw={640}>
              {t('applicationsIntro')}
            </Text>
            {openCount > open.length ? (
              <Text>{t('longestWaiting', { shown: open.length, all: openCount })}</Text>
            ) : null}
            <List title={t('waitingList')} of={open.filter(({ state }) => state === 'waiting')} onAct={setDialog} />
            <List title={t('askedList')} of={open.filter(({ state }) => state === 'asked')} onAct={setDialog} />
            <List title={t('decidedList')} of={decided} />
          </Stack>
        )}
      </Page>
      {dialog?.act === 'accept' ? <AcceptDialog application={dialog.application} onClose={close} /> : null}
      {dialog?.act === 'ask' ? <AskDialog application={dialog.application} onClose={close} /> : null}
      {dialog?.act === 'decline' ? <DeclineApplicationDialog application={dialog.application} onClose={close} /> : null}
    </Stack>
  )
}

type ApplicationListProps = { title: string; of: readonly Application[]; onAct?: (dialog: DecisionInHand) => void }

const List = ({ title, of: applications, onAct }: ApplicationListProps) =>
  applications.length === 0 ? null : (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2}>{title}</Title>
      <ul className={classes.choices}>
        {applications.map((application) => (
          <Card component="li" key={application.id}>
            <ApplicationRow
              application={application}
              onAct={onAct ? (act) => onAct({ act, application }) : undefined}
            />
          </Card>
        ))}
      </ul>
    </Stack>
  )

export const Route = createFileRoute('/manage/applications')({
  component: ApplicationsPage,
  staticData: {
    title: 'signup:titleApplications',
    loggedIn: true,
    staff: 'members',
    menu: { group: 'admin', icon: IconUserCheck, order: 15 },
  },
})
