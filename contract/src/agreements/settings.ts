import { keepDays, type Setting } from '../setting.ts'

export const agreementsSettings = {
  KEEP_SIGNATURES_DAYS: keepDays('Signatures of former members', {
    least: 30,
    usual: 1095,
    help: 'After an account is closed, what its member signed is kept this long as proof.',
  }),
} satisfies Record<string, Setting>
