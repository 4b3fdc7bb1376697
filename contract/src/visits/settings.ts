import { z } from 'zod'
import { setting, keepDays, type Setting } from '../setting.ts'

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
    'Members can see who is on site. Staff who look after members always can.',
  ),
  KEEP_VISITS_DAYS: keepDays('Visit records', {
    least: 30,
    usual: 1096,
    help: 'Who was on site when, and the names of their guests. Claims after an accident can come up to three years later.',
  }),
} satisfies Record<string, Setting>
