import { CertificateDetails } from '@spacekeeper/contract/training/shapes.ts'
import type { Certificate } from '@spacekeeper/contract/training/shapes.ts'
import { courseKinds } from '@spacekeeper/contract/training/words.ts'
import { z } from 'zod'
import { parseCount } from '#platform/form/amounts.ts'
import { typedNumber } from '#platform/form/typed-number.ts'
import { describeKey } from '#platform/i18n/use-text.ts'

const { shape } = CertificateDetails

const number = { read: parseCount, words: () => describeKey('training:numberWrong') }

const readDays = (text: string) => {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  return parts.map(parseCount)
}

/** A certificate as it is typed. */
export const TypedCertificate = z.object({
  name: shape.name,
  description: shape.description,
  course: z.enum(courseKinds),
  courseRef: shape.courseRef,
  courseUrl: shape.courseUrl,
  passPercent: typedNumber(shape.passPercent, number),
  coolDownHours: typedNumber(shape.coolDownHours, number),
  validDays: typedNumber(shape.validDays, { ...number, empty: null }),
  unusedDays: typedNumber(shape.unusedDays, { ...number, empty: null }),
  remindDays: typedNumber(shape.remindDays, { read: readDays, words: () => describeKey('training:daysWrong') }),
  isInduction: z.boolean(),
})

const text = (value: number | null) => (value === null ? '' : String(value))

export const typedOf = (certificate: Certificate | null) => ({
  name: certificate?.name ?? '',
  description: certificate?.description ?? '',
  course: certificate?.course ?? 'builtIn',
  courseRef: certificate?.courseRef ?? '',
  courseUrl: certificate?.courseUrl ?? '',
  passPercent: text(certificate?.passPercent ?? 80),
  coolDownHours: text(certificate?.coolDownHours ?? 24),
  validDays: text(certificate?.validDays ?? null),
  unusedDays: text(certificate?.unusedDays ?? null),
  remindDays: (certificate?.remindDays ?? [30, 7]).join(', '),
  isInduction: certificate?.isInduction ?? false,
})
