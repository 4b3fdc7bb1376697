import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { Course, QuizResult } from '@spacekeeper/contract/training/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { refreshAfter } from '#platform/api/refresh.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useOwnStanding } from '../signup/api.ts'
import { OwnStepButton, StandingText } from '../signup/standing-row.tsx'
import { answerQuiz, courseQuery } from './api.ts'
import { QuizForm } from './quiz-form.tsx'
import classes from './training.module.css'

const AllButton = () => {
  const { t } = useTranslation('training')
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/account/training" {...props} />}>
      {t('allCertificates')}
    </Button>
  )
}

const Result = ({ course, result, onAgain }: { course: Course; result: QuizResult; onAgain: () => void }) => {
  const { t } = useTranslation('training')
  const { isPassed, right, retryAt } = result
  // A course is a step of joining, which goes on from here.
  const own = useOwnStanding()
  const total = course.questions.length
  return (
    <Card role="status">
      <Stack gap="sm" align="flex-start">
        <Title order={3}>{t(isPassed ? 'passedTitle' : 'failedTitle')}</Title>
        {isPassed ? (
          <Status kind="good">{t('passedText', { name: course.name })}</Status>
        ) : (
          <Text>{t('failedText', { right, total, percent: course.passPercent })}</Text>
        )}
        {retryAt === null ? null : <Status kind="waiting">{t('retryAt', { when: formatMoment(retryAt) })}</Status>}
        {isPassed && own ? <StandingText own={own} /> : null}
        <Group gap="xs">
          {isPassed && own ? <OwnStepButton own={own} /> : null}
          {isPassed ? null : (
            <Button onClick={onAgain}>{t(retryAt === null && total > 0 ? 'tryAgainNow' : 'readAgain')}</Button>
          )}
          <AllButton />
        </Group>
      </Stack>
    </Card>
  )
}

type CourseStepProps = { course: Course; at: number; go: (at: number) => void; onFinish: () => Promise<void> }

/** One page of a course, and the way to the next one. The last one leads to the quiz, or ends a course without one. */
const CourseStep = ({ course, at, go, onFinish }: CourseStepProps) => {
  const { t } = useTranslation('training')
  const [reason, setReason] = useState<string | null>(null)
  const { pages, questions, retryAt } = course
  const page = pages[at]
  const isLast = at === pages.length - 1
  const hasQuiz = questions.length > 0
  const finish = () => onFinish().catch((error: unknown) => setReason(errorText(error)))
  if (!page) return null
  return (
    <Card component="article">
      <Stack gap="md" align="flex-start">
        <Text size="sm" c="dimmed">
          {t('pageOf', { page: at + 1, pages: pages.length })}
        </Text>
        <Title order={3}>{page.title}</Title>
        {page.picture === null ? null : (
          <img className={classes.picture} src={page.picture} alt={t('pictureOf', { title: page.title })} />
        )}
        <p className={classes.body}>{page.body}</p>
        {reason === null ? null : <FormError>{reason}</FormError>}
        {isLast && retryAt !== null ? (
          <Status kind="waiting">{t('retryAt', { when: formatMoment(retryAt) })}</Status>
        ) : null}
        <Group gap="xs">
          {at > 0 ? (
            <Button variant="default" onClick={() => go(at - 1)}>
              {t('back')}
            </Button>
          ) : null}
          {isLast && !hasQuiz ? <Button onClick={() => void finish()}>{t('finish')}</Button> : null}
          {isLast && !hasQuiz ? null : (
            <Button disabled={isLast && retryAt !== null} onClick={() => go(at + 1)}>
              {t(isLast ? 'toQuiz' : 'next')}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  )
}

const QuizStep = ({ course, children }: { course: Course; children: ReactNode }) => {
  const { t } = useTranslation('training')
  return (
    <Card component="section" aria-label={t('quizTitle')}>
      <Title order={3} mb="sm">
        {t('quizTitle')}
      </Title>
      {course.retryAt === null ? (
        children
      ) : (
        <Stack gap="sm" align="flex-start">
          <Status kind="waiting">{t('retryAt', { when: formatMoment(course.retryAt) })}</Status>
          <AllButton />
        </Stack>
      )}
    </Card>
  )
}

/** A course is read page by page; after the pages come the questions. */
const CourseSheet = ({ course }: { course: Course }) => {
  const { t } = useTranslation('training')
  const [at, setAt] = useState(0)
  const [result, setResult] = useState<QuizResult | null>(null)
  const go = (next: number) => {
    setAt(next)
    window.scrollTo({ top: 0 })
  }
  // The result stands there before the course says that it is held, or when the next try is.
  const send = (answers: number[][]) =>
    refreshAfter(async () => setResult(await answerQuiz({ certificateId: course.id, answers })))
  const { pages } = course
  const again = () => {
    setResult(null)
    go(result?.retryAt === null ? pages.length : 0)
  }
  return (
    <div className={classes.column}>
      <Title order={2} fz="xl" style={{ overflowWrap: 'anywhere' }}>
        {course.name}
      </Title>
      {course.isHeld && result === null ? <Status kind="fine">{t('alreadyHeld')}</Status> : null}
      {result ? (
        <Result course={course} result={result} onAgain={again} />
      ) : at < pages.length ? (
        <CourseStep key={at} course={course} at={at} go={go} onFinish={() => send([])} />
      ) : (
        <QuizStep course={course}>
          <QuizForm course={course} send={send} onBack={pages.length > 0 ? () => go(pages.length - 1) : null} />
        </QuizStep>
      )}
    </div>
  )
}

const CoursePage = () => {
  const { t } = useTranslation('training')
  const { certificateId } = Route.useParams()
  const id = /^\d{1,9}$/.test(certificateId) ? Number(certificateId) : 0
  const course = useQuery(courseQuery(id))
  if (id === 0 || hasCode(course.error, 'notFound') || hasCode(course.error, 'badInput'))
    return <Empty title={t('unknownCourse')} text={t('unknownCourseText')} action={<AllButton />} />
  return <Page query={course}>{(known) => <CourseSheet key={known.id} course={known} />}</Page>
}

export const Route = createFileRoute('/account/training/$certificateId')({
  component: CoursePage,
  staticData: {
    title: 'training:titleCourse',
    loggedIn: true,
    hiddenMenu: true,
    backButton: '/account/training',
  },
})
