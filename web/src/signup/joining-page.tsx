// On its own: an address, and no screen.
import { createFileRoute, redirect } from '@tanstack/react-router'

/** Joining at an address that front ends beside ours do not have. */
export const Route = createFileRoute('/account/joining')({
  beforeLoad: () => {
    throw redirect({ to: '/account/membership-plan', replace: true })
  },
  staticData: { title: 'billing:titleMyPlan', loggedIn: true, feature: 'enableMembershipPayments', hiddenMenu: true },
})
