import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { CoursePage, Question } from '@spacekeeper/contract/training/shapes.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { showProblem } from '#platform/form/form-problem.ts'
import { LeaveDialog } from '#platform/form/leave-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { contentQuery, saveContent, uploadPicture } from './api.ts'
import {
  checkDraft,
  type ContentDraft,
  contentDraftOf,
  movedUp,
  newPage,
  newQuestion,
  withoutPart,
  withPart,
} from './content-draft.ts'
import { CoursePageForm } from './course-page-form.tsx'
import { QuestionForm } from './question-form.tsx'

const noProblems: Readonly<Record<string, string>> = {}

/** A draft that is saved as a whole; what is wrong stands beside its field until it is changed. */
const useDraft = (
  certificateId: number,
  content: { pages: CoursePage[]; questions: Question[] },
  element: RefObject<HTMLElement | null>,
) => {
  const { t } = useTranslation('training')
  const [draft, setDraft] = useState(() => contentDraftOf(content))
  const [isChanged, setChanged] = useState(false)
  const [problems, setProblems] = useState(noProblems)
  const save = useMutation({
    mutationFn: async (checked: NonNullable<ReturnType<typeof checkDraft>['content']>) => {
      await saveContent({ certificateId, ...checked })
      setChanged(false)
      notify.done({ text: t('contentSaved') })
    },
  })
  return {
    draft,
    problems,
    isChanged,
    save,
    change: (next: Partial<ContentDraft>) => {
      setDraft({ ...draft, ...next })
      setChanged(true)
      setProblems(noProblems)
    },
    submit: () => {
      const checked = checkDraft(draft)
      showProblem(element.current, () => setProblems(checked.problems))
      if (checked.content) save.mutate(checked.content)
    },
  }
}

type EditorProps = { certificateId: number; content: { pages: CoursePage[]; questions: Question[] } }

const Editor = ({ certificateId, content }: EditorProps) => {
  const { t } = useTranslation('training')
  const element = useRef<HTMLDivElement>(null)
  const { draft, problems, isChanged, save, change, submit } = useDraft(certificateId, content, element)
  const { pages, questions } = draft
  const upload = (file: File) => uploadPicture({ certificateId, file })
  return (
    <Stack gap="md" ref={element}>
      {pages.length + questions.length === 0 ? <Text c="dimmed">{t('contentEmpty')}</Text> : null}
      {pages.map((page, at) => (
        <CoursePageForm
          key={page.key}
          page={page}
          at={at}
          problems={problems}
          upload={upload}
          onChange={(next) => change({ pages: withPart(pages, next) })}
          onRemove={() => change({ pages: withoutPart(pages, page.key) })}
          onMoveUp={() => change({ pages: movedUp(pages, at) })}
        />
      ))}
      <Group>
        <Button variant="default" size="xs" onClick={() => change({ pages: [...pages, newPage()] })}>
          {t('addPage')}
        </Button>
      </Group>
      {questions.map((question, at) => (
        <QuestionForm
          key={question.key}
          question={question}
          at={at}
          problems={problems}
          onChange={(next) => change({ questions: withPart(questions, next) })}
          onRemove={() => change({ questions: withoutPart(questions, question.key) })}
        />
      ))}
      <Group>
        <Button variant="default" size="xs" onClick={() => change({ questions: [...questions, newQuestion()] })}>
          {t('addQuestion')}
        </Button>
      </Group>
      {save.error ? <FormError>{errorText(save.error)}</FormError> : null}
      <Group>
        <Button disabled={!isChanged} loading={save.isPending} onClick={submit}>
          {t('saveContent')}
        </Button>
      </Group>
      <LeaveDialog
        mustAsk={() => isChanged}
        hasUnsaved={() => isChanged}
        title={t('contentLeaveTitle')}
        text={t('contentLeaveText')}
      />
    </Stack>
  )
}

/** The course for a certificate: pages and questions, written here. */
export const ContentCard = ({ certificateId }: { certificateId: number }) => {
  const { t } = useTranslation('training')
  return (
    <Card component="section" aria-label={t('contentTitle')}>
      <Title order={2}>{t('contentTitle')}</Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('contentText')}
      </Text>
      <Page query={useQuery(contentQuery(certificateId))}>
        {(content) => <Editor certificateId={certificateId} content={content} />}
      </Page>
    </Card>
  )
}
