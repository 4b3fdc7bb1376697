import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { CourseContent, CoursePage, Question } from '@spacekeeper/contract/training/shapes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ChangedMeanwhileCard } from '#platform/form/changed-meanwhile-card.tsx'
import { showProblem } from '#platform/form/form-problem.ts'
import { same } from '#platform/form/same.ts'
import { useUnsavedInput } from '#platform/form/unsaved-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { contentQuery, saveContent, uploadPicture } from './api.ts'
import {
  checkDraft,
  type ContentDraft,
  contentDraftOf,
  contentOf,
  movedUp,
  newPage,
  newQuestion,
  printContent,
  withoutPart,
  withPart,
} from './content-draft.ts'
import { CoursePageForm } from './course-page-form.tsx'
import { QuestionForm } from './question-form.tsx'

type StoredContent = { pages: CoursePage[]; questions: Question[]; version: string }

const noProblems: Readonly<Record<string, string>> = {}

/** A draft that is saved as a whole; what is wrong stands beside its field until it is changed. */
const useDraft = (certificateId: number, content: StoredContent, element: RefObject<HTMLElement | null>) => {
  const { t } = useTranslation('training')
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => contentDraftOf(content))
  // The draft that was sent last, and the version of what it replaces.
  const [sent, setSent] = useState(() => contentOf(draft))
  const [version, setVersion] = useState(content.version)
  const [theirs, setTheirs] = useState<StoredContent | null>(null)
  const [problems, setProblems] = useState(noProblems)
  const save = useMutation({
    mutationFn: async ({ checked, over }: { checked: CourseContent; over: string }) =>
      saveContent({ certificateId, ...checked, version: over }),
    onSuccess: (stored, { checked }) => {
      setSent(checked)
      setVersion(stored.version)
      setTheirs(null)
      notify.done({ text: t('contentSaved') })
    },
    onError: async (error) => {
      if (hasCode(error, 'changedMeanwhile'))
        setTheirs(await client.fetchQuery({ ...contentQuery(certificateId), staleTime: 0 }))
    },
  })
  const submit = (over: string) => {
    const checked = checkDraft(draft)
    showProblem(element.current, () => setProblems(checked.problems))
    if (checked.content) save.mutate({ checked: checked.content, over })
  }
  return {
    draft,
    problems,
    isChanged: !same(contentOf(draft), sent),
    save,
    theirs,
    change: (next: Partial<ContentDraft>) => {
      setDraft({ ...draft, ...next })
      setProblems(noProblems)
    },
    submit: () => submit(version),
    submitOver: ({ version: over }: StoredContent) => submit(over),
    take: (stored: StoredContent) => {
      const taken = contentDraftOf(stored)
      setDraft(taken)
      setSent(contentOf(taken))
      setVersion(stored.version)
      setTheirs(null)
      save.reset()
    },
  }
}

type EditorProps = { certificateId: number; content: StoredContent }

const Editor = ({ certificateId, content }: EditorProps) => {
  const { t } = useTranslation('training')
  const element = useRef<HTMLDivElement>(null)
  const { draft, problems, isChanged, save, theirs, change, submit, submitOver, take } = useDraft(
    certificateId,
    content,
    element,
  )
  useUnsavedInput({ isChanged: () => isChanged, words: { title: t('contentLeaveTitle'), text: t('contentLeaveText') } })
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
      {theirs ? (
        <ChangedMeanwhileCard
          theirs={printContent(theirs)}
          isBusy={save.isPending}
          onKeepMine={() => submitOver(theirs)}
          onTakeTheirs={() => take(theirs)}
        />
      ) : null}
      {save.error && !theirs ? <FormError>{errorText(save.error)}</FormError> : null}
      <Group>
        <Button disabled={!isChanged || theirs !== null} loading={save.isPending} onClick={submit}>
          {t('saveContent')}
        </Button>
      </Group>
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
