// On its own: the page where members report is for active ones, and what became of it is for every account.
import { createFileRoute } from '@tanstack/react-router'
import { OwnIssuesCard } from './own-issues-card.tsx'

export const Route = createFileRoute('/account/reports')({
  component: OwnIssuesCard,
  staticData: { title: 'issues:ownTitle', loggedIn: true, hiddenMenu: true, backButton: '/dashboard' },
})
