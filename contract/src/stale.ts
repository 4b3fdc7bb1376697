import type { Contract } from './index.ts'

/**
 * Domains whose answers change with what another domain writes. Its own always do, so screens ask again for both after
 * every write that succeeded (`keepsAnswers` in route.ts names those after which they need not).
 */
export const alsoStale: { readonly [Domain in keyof Contract]?: readonly (keyof Contract)[] } = {
  access: ['devices'],
  agreements: ['home', 'signup'],
  apiKeys: ['devices'],
  // With the ways to log in, staff permissions come and go.
  auth: ['access', 'members', 'profile'],
  bank: ['billing', 'memberbucks'],
  // A change of a plan shows in the member's profile, in joining and in what a card opens.
  billing: ['access', 'members', 'plans', 'profile', 'reminders', 'signup'],
  books: ['settings'],
  devices: ['access', 'apiKeys', 'issues'],
  doors: ['access', 'devices'],
  drivers: ['access'],
  interlocks: ['access', 'devices', 'home', 'monitoring'],
  leaving: ['memberbucks', 'profile'],
  mailings: ['messages'],
  meetings: ['proxies', 'votes'],
  members: ['access'],
  profile: ['access', 'members', 'visits'],
  proxies: ['meetings', 'votes'],
  // Pages ask the configuration of the site, which is an answer of `home`.
  settings: ['home'],
  signup: ['agreements', 'billing', 'home', 'members', 'profile'],
  stripe: ['access', 'billing', 'memberbucks', 'profile', 'reminders', 'signup'],
  training: ['access'],
  vending: ['access', 'devices'],
  visitors: ['visits'],
  votes: ['proxies'],
}
