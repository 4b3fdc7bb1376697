import type { Award, CertificateDetails } from '@spacekeeper/contract/training/shapes.ts'

export const courseWords = {
  none: 'courseNone',
  builtIn: 'courseBuiltIn',
  moodle: 'courseMoodle',
  canvas: 'courseCanvas',
} as const satisfies Record<CertificateDetails['course'], string>

export const sourceWords = {
  trainer: 'sourceTrainer',
  quiz: 'sourceQuiz',
  staff: 'sourceStaff',
  moodle: 'sourceMoodle',
  canvas: 'sourceCanvas',
  import: 'sourceImport',
} as const satisfies Record<Award['source'], string>
