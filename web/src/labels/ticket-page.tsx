import { Card, Stack, Text, Title } from '@mantine/core'
import type { TicketView } from '@spacekeeper/contract/labels/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Page } from '#platform/ui/page.tsx'
import { ticketQuery } from './api.ts'
import { TicketActions } from './ticket-actions-row.tsx'
import { TicketState } from './ticket-state-badge.tsx'

/** What the code on a ticket leads to. */
const TicketPage = () => {
  const { number } = Route.useParams()
  return <Page query={useQuery(ticketQuery(Number(number)))}>{(ticket) => <TicketFacts ticket={ticket} />}</Page>
}

const TicketFacts = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('labels')
  const { number, kind, what, ownerName, isOwn, memberId, removedAt, latestDay } = ticket
  return (
    <Card>
      <Stack gap="sm">
        <Title order={2}>{what}</Title>
        <Text c="dimmed">
          {t(kind)} · {t('number', { number })}
        </Text>
        <TicketState {...ticket} />
        <Text>{isOwn ? t('yours') : <MemberLink id={memberId}>{t('belongs', { name: ownerName })}</MemberLink>}</Text>
        {removedAt === null && (isOwn || memberId !== null) ? (
          <TicketActions ticket={ticket} isOwn={isOwn} latestDay={latestDay} />
        ) : null}
      </Stack>
    </Card>
  )
}

export const Route = createFileRoute('/tickets/$number')({
  component: TicketPage,
  loader: async () => {
    const { labelsText } = await import('./text.ts')
    addTexts({ labels: labelsText })
  },
  staticData: {
    title: 'labels:titleTicket',
    loggedIn: true,
    hiddenMenu: true,
    feature: 'enableTickets',
    backButton: '/account/tickets',
  },
})
