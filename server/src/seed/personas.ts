import type { MemberFacts } from '../members/factory.ts'

export type PersonaName = 'ada' | 'bo' | 'cy' | 'di' | 'eve' | 'fay' | 'gil'

/** The people of the demonstration and of the browser tests, one for each way to stand with a space. */
export const personas: Record<PersonaName, MemberFacts & { is: string }> = {
  ada: {
    is: 'administrator',
    firstName: 'Ada',
    lastName: 'Okafor',
    screenName: 'ada',
    email: 'ada@example.org',
    isAdmin: true,
    cards: ['1001'],
  },
  bo: {
    is: 'active member',
    firstName: 'Bo',
    lastName: 'Lindqvist',
    screenName: 'bo',
    email: 'bo@example.org',
    cards: ['1002'],
  },
  cy: {
    is: 'inactive, payment failed',
    firstName: 'Cy',
    lastName: 'Moreau',
    screenName: 'cy',
    email: 'cy@example.org',
    state: 'inactive',
    cards: ['1003'],
  },
  di: {
    is: 'new, not a member yet',
    firstName: 'Di',
    lastName: 'Tanaka',
    screenName: 'di',
    email: 'di@example.org',
    state: 'noob',
  },
  eve: {
    is: 'suspended by staff',
    firstName: 'Eve',
    lastName: 'Halvorsen',
    screenName: 'eve',
    email: 'eve@example.org',
    suspension: 'Left the laser cutter running unattended. Please talk to us.',
    cards: ['1005'],
  },
  fay: {
    is: 'account only',
    firstName: 'Fay',
    lastName: 'Costa',
    screenName: 'fay',
    email: 'fay@example.org',
    state: 'accountonly',
  },
  gil: {
    is: 'volunteer, looks after members',
    firstName: 'Gil',
    lastName: 'Andersen',
    screenName: 'gil',
    nameChoice: 'fullName',
    email: 'gil@example.org',
    permissions: ['members'],
    cards: ['1007'],
  },
}
