import type { Permission } from './route.ts'

/** What each permission lets somebody do, for whoever grants it. `docs/guide/roles.md` is written from it. */
export const permissionMeanings: Record<Permission, string> = {
  members:
    'Sees every member with his cards, state and mails, and looks after them. Not after administrators, nor after anybody who may do more.',
  access: 'Finds members and decides which doors and machines they may use. Sees why cards were refused.',
  devices: 'Looks after doors and machines: opens, locks and restarts them.',
  money: 'Looks after balances, payments and plans.',
  meetings: 'Looks after meetings and their proxies.',
  settings: 'Changes the settings of the site. Not the secrets, nor what could let somebody into another account.',
}
