import { Anchor } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { useProfile } from '#platform/session/session.ts'
import { decide } from '#platform/shell/guard.ts'

const path = '/manage/members/$memberId' as const // keeps the address with its parameter

/** The flags of the page decide, so that a link never leads to a refusal. */
const useOpensMembers = () => {
  const router = useRouter()
  const profile = useProfile()
  const isKiosk = useIsKiosk()
  const flags = router.routesByPath[path].options.staticData ?? {}
  return decide(flags, { profile, features: null, isKiosk }) === 'allow'
}

type Props = { id: number | null; children: ReactNode }

/** A member's name: a link to their page for those who can open it, plain text for everybody else. */
export const MemberLink = ({ id, children }: Props) => {
  const opensMembers = useOpensMembers()
  if (id === null || !opensMembers) return children
  return (
    <Anchor inherit renderRoot={(props) => <Link to={path} params={{ memberId: String(id) }} {...props} />}>
      {children}
    </Anchor>
  )
}
