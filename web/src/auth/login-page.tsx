import { createFileRoute, useLocation } from '@tanstack/react-router'
import { readLoginSearch } from '#platform/session/safe-redirect.ts'
import { ClosedCard } from './closed-card.tsx'
import { PortalLoginCard } from './portal-login-card.tsx'

const LoginPage = () => {
  const search = Route.useSearch()
  return useLocation().state.isAccountClosed ? <ClosedCard /> : <PortalLoginCard search={search} />
}

export const Route = createFileRoute('/login')({
  component: LoginPage,
  validateSearch: readLoginSearch,
  staticData: { title: 'auth:titleLogin', loggedIn: false, bgGradient: true, kiosk: true },
})
