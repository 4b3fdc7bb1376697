import { z } from 'zod'
import { guarded, secret, type Setting } from '../setting.ts'
import { isSiteList } from './words.ts'

export const ssoSettings = {
  ENABLE_DISCOURSE_SSO_PROTOCOL: guarded(
    'features',
    'Single sign-on for Discourse',
    z.boolean(),
    false,
    'A Discourse forum sends its visitors here to log in (DiscourseConnect).',
  ),
  DISCOURSE_SSO_PROTOCOL_SECRET_KEY: secret(
    'features',
    'Secret shared with Discourse',
    'The same as “discourse connect secret” there. Without one no login to Discourse works.',
    z.union(
      [z.literal(''), z.string().min(10, 'At least 10 characters.').max(500)],
      'At least 10 and at most 500 characters.',
    ),
  ),
  DISCOURSE_SSO_SITES: guarded(
    'features',
    'Addresses of Discourse',
    z.string().max(1000).refine(isSiteList, 'Addresses such as https://forum.example.org, with a space between two.'),
    '',
    'Members are sent back only to these sites, such as https://forum.example.org. Several have a space between them.',
  ),
} satisfies Record<string, Setting>
