// On its own: the calls of the login page have no other part of the session.

let member: number | null = null
const listeners = new Set<() => void>()

/**
 * The member that this page is drawn for, in memory alone: the cookie is that of the whole browser, and another tab may log
 * another member in. The portal refuses what a page asks for another member than its session is of
 * (server/src/platform/http/page-member.ts).
 */
export const pageMember = {
  read: () => member,
  set: (id: number | null) => {
    member = id
  },
  /** Hears that the browser is logged in as another member now. */
  onOther: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isOther: () => {
    for (const listener of listeners) listener()
  },
}

/** An address that the document asked for ahead is answered already, and the browser takes it only for a call that is exactly alike. */
const takeAhead = (path: string): boolean => {
  const link = document.querySelector(`link[rel="preload"][as="fetch"][href="${path}"]`)
  link?.remove()
  return link !== null
}

/** The headers by which a call says of which page it is. */
export const memberHeaders = (path: string, forMember = member): Record<string, string> => {
  const isAhead = takeAhead(path)
  return forMember === null || isAhead ? {} : { 'X-Member': String(forMember) }
}
