import { Button, Card, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { ticketLists, type TicketList } from '@spacekeeper/contract/labels/words.ts'
import { IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { allTicketsQuery } from './api.ts'
import { TicketActions } from './ticket-actions-row.tsx'
import { TicketLink, TicketState } from './ticket-state-badge.tsx'
import rows from '#platform/ui/list-rows.module.css'

const most = 500

const names = { overdue: 'overdue', open: 'open', removed: 'gone' } as const // keys of words
const empties = {
  overdue: ['emptyOverdue', 'emptyOverdueText'],
  open: ['emptyOpen', 'emptyOpenText'],
  removed: ['emptyRemoved', 'emptyOpenText'],
} as const // keys of words

/** Tickets of all members, for staff: what should be gone comes first. */
const ManageTicketsPage = () => {
  const { t } = useTranslation('labels')
  const [list, setList] = useState<TicketList>('overdue')
  const [limit, setLimit] = useState(50)
  const [title, text] = empties[list]
  return (
    <Stack gap="md">
      <Group>
        <SegmentedControl
          aria-label={t('lists')}
          value={list}
          onChange={(chosen) => setList(ticketLists.find((one) => one === chosen) ?? 'overdue')}
          data={ticketLists.map((value) => ({ value, label: t(names[value]) }))}
        />
      </Group>
      <Page
        query={useQuery(allTicketsQuery({ list, limit }))}
        isEmpty={({ tickets }) => tickets.length === 0}
        empty={<Empty title={t(title)} text={t(text)} />}
      >
        {({ tickets, total }) => (
          <>
            <Card>
              <ul className={rows.list} aria-label={t('titleManageTickets')}>
                {tickets.map((ticket) => (
                  <li key={ticket.number} className={rows.row}>
                    <span className={rows.words}>
                      <TicketLink number={ticket.number}>{ticket.what}</TicketLink>
                      <Text component="span" size="sm" c="dimmed">
                        <MemberLink id={ticket.memberId} isInText>
                          {ticket.ownerName}
                        </MemberLink>{' '}
                        · {t(ticket.kind)} · {t('number', { number: ticket.number })}
                      </Text>
                      <TicketState {...ticket} />
                    </span>
                    {ticket.removedAt === null ? (
                      <TicketActions ticket={ticket} isOwn={ticket.isOwn} latestDay={ticket.latestDay} />
                    ) : null}
                  </li>
                ))}
              </ul>
            </Card>
            {total > tickets.length ? (
              <Group justify="center" gap="sm">
                <Text size="sm" c="dimmed">
                  {t('shownOf', { shown: tickets.length, total })}
                </Text>
                {limit < most ? (
                  <Button variant="default" onClick={() => setLimit(Math.min(most, limit + 150))}>
                    {t('more')}
                  </Button>
                ) : null}
              </Group>
            ) : null}
          </>
        )}
      </Page>
    </Stack>
  )
}

export const Route = createFileRoute('/manage/tickets')({
  component: ManageTicketsPage,
  loader: async () => {
    const { labelsText } = await import('./text.ts')
    addTexts({ labels: labelsText })
  },
  staticData: {
    title: 'labels:titleManageTickets',
    loggedIn: true,
    staff: 'members',
    feature: 'enableTickets',
    menu: { group: 'admin', icon: IconTicket, order: 19 },
  },
})
