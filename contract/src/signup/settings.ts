import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'
import { chosenSteps, chosenStepWords } from './words.ts'

export const signupSettings = {
  SIGNUP_STEPS: {
    ...setting(
      'signup',
      'Steps to join',
      z
        .array(z.enum(chosenSteps))
        .max(chosenSteps.length)
        .refine((steps) => new Set(steps).size === steps.length, 'Each step only once.'),
      [...chosenSteps],
      'What newcomers do to become members, in this order. A step that your space doesn’t use, such as an induction when there is none, is skipped automatically.',
    ),
    choices: chosenStepWords,
  },
  SIGNUP_PAYS_BEFORE_ACCESS: setting(
    'signup',
    'Payment before access',
    z.boolean(),
    true,
    'New members get access when their first payment arrives. When off, they get it straight away and pay within the grace period.',
  ),
  SIGNUP_NEEDS_APPROVAL: setting(
    'signup',
    'Approval by staff',
    z.boolean(),
    false,
    'Staff look at each application before its member gets in.',
  ),
} satisfies Record<string, Setting>
