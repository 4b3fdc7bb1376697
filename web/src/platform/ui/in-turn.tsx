import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { usePartComing } from './coming.ts'
import { useInTurn } from './use-in-turn.ts'

/** The portals whose first page was left. */
const opened = new WeakSet()

const Turn = ({ children }: { children: ReactNode }) => {
  const isTurn = useInTurn(true) === true
  usePartComing(!isTurn)
  return isTurn ? children : null
}

/**
 * Part of a long page. When the portal opens with it, each part is drawn in a task of its own, so that a touch in between is
 * answered. Later all parts are drawn at once, so that the page is where it was left.
 */
export const InTurn = ({ children }: { children: ReactNode }) => {
  const router = useRouter()
  const [isAtOnce] = useState(() => opened.has(router))
  useEffect(() => () => void opened.add(router), [router])
  return isAtOnce ? children : <Turn>{children}</Turn>
}
