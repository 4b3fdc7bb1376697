import type { SessionEnd } from '@spacekeeper/contract/auth/shapes.ts'

/** What the login page says and fills in for a member who was just here. */
export type LoginHint = { email: string; reason: SessionEnd | null }

let hint: LoginHint | null = null

/** In memory alone: loading the page again on a shared computer does not show who was here. */
export const loginHint = {
  read: () => hint,
  set: (next: LoginHint) => {
    hint = next
  },
  clear: () => {
    hint = null
  },
}
