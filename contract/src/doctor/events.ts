import { type EventWords, say } from '../event.ts'

export const doctorEvents = {
  'doctor.looked': say('settings', '{actor} ran every check of the doctor'),
} as const satisfies Record<`${string}.${string}`, EventWords>
