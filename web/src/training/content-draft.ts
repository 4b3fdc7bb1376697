import { CourseContent, type CoursePage, type Question } from '@spacekeeper/contract/training/shapes.ts'
import { newKey } from '#platform/api/idempotency-key.ts'

/** A course while it is written; keys tell parts that read alike apart. */
export type PageDraft = CoursePage & { key: string }

export type ChoiceDraft = Question['choices'][number] & { key: string }

export type QuestionDraft = { key: string; text: string; choices: ChoiceDraft[] }

export type ContentDraft = { pages: PageDraft[]; questions: QuestionDraft[] }

const keyed = <T>(part: T): T & { key: string } => ({ ...part, key: newKey() })

export const newPage = (): PageDraft => keyed({ title: '', body: '', pictureHash: null, picture: null })

export const newChoice = (): ChoiceDraft => keyed({ text: '', isRight: false })

export const newQuestion = (): QuestionDraft => keyed({ text: '', choices: [newChoice(), newChoice()] })

export const contentDraftOf = (content: { pages: CoursePage[]; questions: Question[] }): ContentDraft => ({
  pages: content.pages.map(keyed),
  questions: content.questions.map(({ text, choices }) => keyed({ text, choices: choices.map(keyed) })),
})

/** What is sent of a draft. */
export const contentOf = ({ pages, questions }: ContentDraft): CourseContent => ({
  pages: pages.map(({ title, body, pictureHash }) => ({ title, body, pictureHash })),
  questions: questions.map(({ text, choices }) => ({
    text,
    choices: choices.map((choice) => ({ text: choice.text, isRight: choice.isRight })),
  })),
})

/** To read and to copy from. */
export const printContent = ({ pages, questions }: CourseContent): string =>
  [
    ...pages.map(({ title, body }) => `${title}\n${body}`),
    ...questions.map(({ text, choices }) =>
      [text, ...choices.map((choice) => `${choice.isRight ? '+' : '-'} ${choice.text}`)].join('\n'),
    ),
  ].join('\n\n')

/** The content, or what is wrong with it, by where that stands, such as `pages.0.title`. */
export const checkDraft = (
  draft: ContentDraft,
): { content: CourseContent | null; problems: Readonly<Record<string, string>> } => {
  const read = CourseContent.safeParse(contentOf(draft))
  const problems: Record<string, string> = {}
  for (const { path, message } of read.error?.issues ?? []) problems[path.join('.')] ??= message
  return { content: read.data ?? null, problems }
}

/** With one part changed. */
export const withPart = <T extends { key: string }>(parts: readonly T[], changed: T): T[] =>
  parts.map((part) => (part.key === changed.key ? changed : part))

/** Without one part. */
export const withoutPart = <T extends { key: string }>(parts: readonly T[], key: string): T[] =>
  parts.filter((part) => part.key !== key)

/** With the part at this place one place earlier. */
export const movedUp = <T>(parts: readonly T[], at: number): T[] => {
  const part = parts[at]
  const before = parts[at - 1]
  if (part === undefined || before === undefined) return [...parts]
  return parts.with(at - 1, part).with(at, before)
}
