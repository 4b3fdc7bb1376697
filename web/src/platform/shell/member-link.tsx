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

/** `isInText`: it stands among words, where its colour alone would not tell that it is a link. */
type Props = { id: number | null; isInText?: boolean; children: ReactNode }

/** A member's name: a link to their page for those who can open it, plain text for everybody else. */
export const MemberLink = ({ id, isInText = false, children }: Props) => {
  const opensMembers = useOpensMembers()
  if (id === null || !opensMembers) return children
  return (
    <Anchor
      inherit
      underline={isInText ? 'always' : 'hover'}
      renderRoot={(props) => <Link to={path} params={{ memberId: String(id) }} {...props} />}
    >
      {children}
    </Anchor>
  )
}
