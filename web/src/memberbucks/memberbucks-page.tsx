import { IconWallet } from '@tabler/icons-react'
import { createFileRoute, redirect } from '@tanstack/react-router'

/** The address of menus; what it opens says in its address which part of it is shown. */
export const Route = createFileRoute('/account/memberbucks')({
  beforeLoad: () => {
    throw redirect({ to: '/account/memberbucks/$dialog', params: { dialog: 'transactions' }, replace: true })
  },
  staticData: {
    title: 'memberbucks:titleBalance',
    name: 'memberbucks',
    loggedIn: true,
    feature: 'enableMemberBucks',
    bottomBar: true,
    menu: { group: 'membership', icon: IconWallet, order: 30 },
  },
})
