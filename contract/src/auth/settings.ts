import { z } from 'zod'
import { guarded, proven } from '../setting.ts'
import { loginLinkChoices, strongLoginChoices } from './words.ts'

export const authSettings = {
  STRONG_LOGIN_FOR: {
    ...proven(
      guarded(
        'features',
        'Strong login required',
        z.enum(strongLoginChoices),
        'none',
        'Who must log in with a passkey or a code before they can use staff permissions. We guide them through setting it up.',
      ),
    ),
    choices: {
      none: 'For no one; each member decides',
      administrators: 'For administrators',
      staff: 'For administrators and staff',
    },
  },
  LOGIN_LINKS: {
    ...guarded(
      'features',
      'Links to log in',
      z.enum(loginLinkChoices),
      'blocked',
      'When the login page offers to email a link that logs a member in. Members with an authenticator app enter a code as well.',
    ),
    choices: {
      always: 'Always, beside the password',
      blocked: 'Only when the password has to wait after too many tries',
      never: 'Never',
    },
  },
}
