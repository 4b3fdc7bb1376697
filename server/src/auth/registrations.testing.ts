import type { setUpAccounts } from '../accounts.testing.ts'
import { openBrowser } from './browser.testing.ts'

/** People who register, each from an address of their own. */
export const registrations = (accounts: ReturnType<typeof setUpAccounts>) => {
  let count = 0

  const aRegistration = (facts: Record<string, unknown> = {}) => {
    count += 1
    return {
      email: `New${count}@Example.org`,
      firstName: 'Ann',
      lastName: "O'Neill",
      screenName: `Ann ${count}`,
      mobile: '+61 400 000 000',
      password: 'correct horse battery',
      ...facts,
    }
  }
  return {
    aRegistration,
    register: (facts?: Record<string, unknown>) =>
      openBrowser(accounts.portal.app, `10.0.1.${count}`).post('/api/register/', aRegistration(facts)),
    membersCalled: (email: string) =>
      accounts.portal.db.selectFrom('members').selectAll().where('email', '=', email.toLowerCase()).execute(),
  }
}
