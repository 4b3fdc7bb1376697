import { createFileRoute } from '@tanstack/react-router'
import { readLoginSearch } from '#platform/session/safe-redirect.ts'
import { PortalLoginCard } from './portal-login-card.tsx'

const HomePage = () => <PortalLoginCard search={Route.useSearch()} />

export const Route = createFileRoute('/')({
  component: HomePage,
  validateSearch: readLoginSearch,
  staticData: { title: 'auth:titleLogin', loggedIn: false, bgGradient: true, kiosk: true },
})
