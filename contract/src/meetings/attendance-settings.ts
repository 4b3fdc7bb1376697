import { z } from 'zod'
import { someKeysOf } from '../keys-of.ts'
import { setting, type Setting } from '../setting.ts'
import { quorumKinds, quorumKindWords, rollStateWords } from './attendance-words.ts'

const count = (most: number) => z.number().int('A whole number.').min(0, 'At least 0.').max(most)

const states = someKeysOf(rollStateWords)

export const attendanceSettings = {
  MEETING_ROLL_DAYS: setting(
    'meetings',
    'Days before the roll is frozen',
    count(90),
    14,
    'Who may vote is decided so many days before a meeting; 0 is the day itself.',
  ),
  MEETING_ROLL_STATES: {
    ...setting(
      'meetings',
      'Who may vote',
      z
        .array(z.enum(states))
        .min(1, 'Choose at least one.')
        .max(states.length)
        .refine((chosen) => new Set(chosen).size === chosen.length, 'Each only once.'),
      ['active'],
      'Suspended members never vote. Their order does not matter.',
    ),
    choices: rollStateWords,
  },
  MEETING_ROLL_MONTHS: setting(
    'meetings',
    'Months of membership before voting',
    count(120),
    0,
    'How long ago members must have joined on the day the roll is frozen. 0 lets all vote.',
  ),
  MEETING_ROLL_PLANS: setting(
    'meetings',
    'Plans that may vote',
    z.string().max(500),
    '',
    'The names of the plans whose members may vote, with commas between them. Empty is any plan, or none.',
  ),
  QUORUM_KIND: {
    ...setting(
      'meetings',
      'Quorum',
      z.enum(quorumKinds),
      'none',
      'How it is worked out how many members have to be there.',
    ),
    choices: quorumKindWords,
  },
  QUORUM_NUMBER: setting(
    'meetings',
    'Members for a quorum',
    count(10_000),
    10,
    'For a number of members: how many. With the committee: how many besides it.',
  ),
  QUORUM_SHARE: setting(
    'meetings',
    'Share for a quorum',
    z.number().int('A whole number.').min(1, 'At least 1.').max(100),
    20,
    'For a share: how many percent of the members on the roll, rounded up to whole members.',
  ),
  QUORUM_COMMITTEE: setting(
    'meetings',
    'Members of the committee',
    count(100),
    0,
    'With the committee: how many members it has.',
  ),
  QUORUM_COUNTS_PROXIES: setting(
    'meetings',
    'Proxies count towards the quorum',
    z.boolean(),
    true,
    'A proxy counts while its holder is there.',
  ),
} satisfies Record<string, Setting>
