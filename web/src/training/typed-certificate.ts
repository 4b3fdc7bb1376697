import { CertificateDetails } from '@spacekeeper/contract/training/shapes.ts'
import type { Certificate } from '@spacekeeper/contract/training/shapes.ts'
import { courseKinds } from '@spacekeeper/contract/training/words.ts'
import { z } from 'zod'
import { describeKey } from '#platform/i18n/use-text.ts'

const { shape } = CertificateDetails

const readNumber = (text: string): number => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN)

const orNothing = (text: string) => (text.trim() === '' ? null : readNumber(text))

const readDays = (text: string) => {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  return parts.map(readNumber)
}

/** What is typed has to be what the contract takes once it is read. */
const typed = <Out>(field: z.ZodType<Out>, read: (text: string) => unknown, word: 'numberWrong' | 'daysWrong') =>
  z.string().transform((text, context) => {
    const value = read(text)
    const parsed = field.safeParse(value)
    if (parsed.success) return parsed.data
    const isNumber = typeof value === 'number' && !Number.isNaN(value)
    const message = isNumber ? parsed.error.issues[0]?.message : undefined
    context.addIssue({ code: 'custom', message: message ?? describeKey(`training:${word}`) })
    return z.NEVER
  })

/** A certificate as it is typed. */
export const TypedCertificate = z.object({
  name: shape.name,
  description: shape.description,
  course: z.enum(courseKinds),
  courseRef: shape.courseRef,
  courseUrl: shape.courseUrl,
  passPercent: typed(shape.passPercent, readNumber, 'numberWrong'),
  coolDownHours: typed(shape.coolDownHours, readNumber, 'numberWrong'),
  validDays: typed(shape.validDays, orNothing, 'numberWrong'),
  unusedDays: typed(shape.unusedDays, orNothing, 'numberWrong'),
  remindDays: typed(shape.remindDays, readDays, 'daysWrong'),
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
