import { type EventWords, say } from '../event.ts'

export const trainingEvents = {
  'certificate.added': say('access', '{actor} added the certificate {name}'),
  'certificate.changed': say('access', '{actor} changed the certificate {name}'),
  'certificate.courseChanged': say('access', '{actor} changed the course of {name}'),
  'certificate.trainersChanged': say('access', '{actor} changed who trains for {name}'),
  'certificate.archived': say('access', '{actor} archived the certificate {name}'),
  'certificate.restored': say('access', '{actor} brought the certificate {name} back'),
  'certificate.awarded': say('access', '{actor} awarded {certificate} to {subject}', '{actor} earned {certificate}'),
  'certificate.imported': say('access', '{actor} awarded {name} to {count} members from a file'),
  'certificate.ended': say('access', '{actor} ended {certificate} of {subject}'),
  'certificate.expired': say('access', '{certificate} of {subject} ended'),
  'induction.passed': say('access', '{subject} passed the online induction'),
  'device.certificatesChanged': say('devices', '{actor} changed the certificates that {subject} asks for'),
} as const satisfies Record<`${string}.${string}`, EventWords>
