import type { Certificate, OpenCertificate, OwnTraining } from '@spacekeeper/contract/training/shapes.ts'

export const nothingYet: OwnTraining = { held: [], open: [], ended: [], trains: [] }

/** A certificate that the member lacks; staff award it unless something else is said. */
export const anOpenCertificate = (id: number, more: Partial<OpenCertificate> = {}): OpenCertificate => ({
  id,
  name: `Certificate ${id}`,
  description: '',
  devices: [],
  isInduction: false,
  next: { kind: 'staff', url: '', retryAt: null, trainers: [] },
  ...more,
})

/** A certificate as staff see it: with a course here, and nothing that asks for it. */
export const aCertificate = (id: number, more: Partial<Certificate> = {}): Certificate => ({
  id,
  name: `Certificate ${id}`,
  description: '',
  course: 'builtIn',
  courseRef: '',
  courseUrl: '',
  passPercent: 80,
  coolDownHours: 24,
  validDays: null,
  unusedDays: null,
  remindDays: [30, 7],
  isInduction: false,
  archivedAt: null,
  pages: 0,
  questions: 0,
  holders: 0,
  devices: [],
  trainers: [],
  ...more,
})
