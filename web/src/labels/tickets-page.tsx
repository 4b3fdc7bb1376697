import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { standingOf } from '../access/standings.ts'
import { ticketsQuery } from './api.ts'
import { TicketActions } from './ticket-actions-row.tsx'
import { TicketDialog } from './ticket-dialog.tsx'
import { TicketLabelDialog } from './ticket-label-dialog.tsx'
import { TicketLink, TicketState } from './ticket-state-badge.tsx'
import rows from '#platform/ui/list-rows.module.css'

/** The member's tickets for what they left in the space. */
const TicketsPage = () => {
  const { t } = useTranslation('labels')
  const profile = useProfile()
  const query = useQuery(ticketsQuery)
  const [isNew, setNew] = useState(false)
  const [created, setCreated] = useState<number | null>(null)
  const add =
    profile !== null && standingOf(profile) === 'active' ? (
      <Button leftSection={<IconTicket size={16} aria-hidden />} onClick={() => setNew(true)}>
        {t('add')}
      </Button>
    ) : null
  return (
    <Stack gap="md">
      <Page
        query={query}
        isEmpty={({ tickets }) => tickets.length === 0}
        empty={<Empty title={t('emptyTitle')} text={t('emptyText')} action={add} />}
      >
        {({ tickets, latestDay }) => (
          <>
            <Group justify="space-between" gap="sm">
              <Text c="dimmed" maw={640}>
                {t('intro')}
              </Text>
              {add}
            </Group>
            <Card>
              <ul className={rows.list} aria-label={t('ownTickets')}>
                {tickets.map((ticket) => (
                  <li key={ticket.number} className={rows.row}>
                    <span className={rows.words}>
                      <TicketLink number={ticket.number}>{ticket.what}</TicketLink>
                      <Text component="span" size="sm" c="dimmed">
                        {t(ticket.kind)} · {t('number', { number: ticket.number })}
                      </Text>
                      <TicketState {...ticket} />
                    </span>
                    <TicketActions ticket={ticket} isOwn latestDay={latestDay} />
                  </li>
                ))}
              </ul>
            </Card>
          </>
        )}
      </Page>
      {isNew && query.data ? (
        <TicketDialog
          latestDay={query.data.latestDay}
          onCreated={(number) => {
            setNew(false)
            setCreated(number)
          }}
          onClose={() => setNew(false)}
        />
      ) : null}
      {created === null ? null : <TicketLabelDialog number={created} onClose={() => setCreated(null)} />}
    </Stack>
  )
}

export const Route = createFileRoute('/account/tickets')({
  component: TicketsPage,
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(ticketsQuery)
    const { labelsText } = await import('./text.ts')
    addTexts({ labels: labelsText })
  },
  staticData: {
    title: 'labels:titleTickets',
    loggedIn: true,
    feature: 'enableTickets',
    menu: { group: 'tools', icon: IconTicket, order: 47 },
  },
})
