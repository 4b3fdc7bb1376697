import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'

export const visitsSettings = {
  ENABLE_PORTAL_SITE_SIGN_IN: setting(
    'features',
    'Signing in on site',
    z.boolean(),
    false,
    'Members can sign in on site, here and at kiosks. Cards work the same either way.',
  ),
  REQUIRE_SITE_SIGN_IN: {
    ...setting(
      'features',
      'Sign in on site before cards work',
      z.boolean(),
      false,
      'Members must sign in on site before their card works. Exempt devices are not affected.',
    ),
    decidesAccess: true,
  },
  ENABLE_PORTAL_MEMBERS_ON_SITE: setting(
    'features',
    'Members on site',
    z.boolean(),
    false,
    'Members can see who is on site.',
  ),
} satisfies Record<string, Setting>
