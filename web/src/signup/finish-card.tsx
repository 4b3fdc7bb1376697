import { Button, Card, Stack, Text, Textarea, Title } from '@mantine/core'
import { signupApi } from '@spacekeeper/contract/signup/routes.ts'
import type { OwnSignup } from '@spacekeeper/contract/signup/shapes.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { answer, completeSignup } from './api.ts'

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card component="section" aria-label={title}>
    <Stack gap="md" align="flex-start">
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  </Card>
)

/** The member has done their part: what is awaited now, or the tap that hands the application in. */
export const FinishCard = ({ signup }: { signup: OwnSignup }) => {
  const { t } = useTranslation('signup')
  const { items, application } = signup
  if (items.includes('suspended')) return <Frame title={t('waitHeading')}>{t('suspendedText')}</Frame>
  if (application?.state === 'declined') return <Declined reason={application.reason} />
  if (application?.state === 'asked') return <Question question={application.question ?? ''} />
  if (application?.state === 'waiting') return <Frame title={t('doneHeading')}>{t('waitApproval')}</Frame>
  if (items.includes('plan')) return <Frame title={t('noTiersTitle')}>{t('noTiersText')}</Frame>
  const needsDecision = signup.steps.some(({ step, state }) => step === 'approval' && state === 'open')
  if (items.every((item) => item === 'payment') && (items.length === 0 || needsDecision)) return <Finish />
  if (items.includes('agreement')) return <Frame title={t('waitHeading')}>{t('waitGuardian')}</Frame>
  return <Frame title={t('waitHeading')}>{t('waitPayment')}</Frame>
}

const Finish = () => {
  const { t } = useTranslation('signup')
  const { contact } = useSite()
  const complete = useMutation({
    mutationFn: () => completeSignup(),
  })
  const missing = complete.data?.items ?? []
  return (
    <Frame title={t('finishHeading')}>
      <Text>{t('finishText')}</Text>
      <FormError>
        {complete.error
          ? errorText(complete.error)
          : missing.length > 0
            ? t('waitOther', {
                items: missing.map((item) => t(`item_${item}`)).join(', '),
                contact: contact.admin || t('staffContact'),
              })
            : null}
      </FormError>
      <Button loading={complete.isPending} onClick={() => complete.mutate()}>
        {t('finish')}
      </Button>
    </Frame>
  )
}

const Question = ({ question }: { question: string }) => {
  const { t } = useTranslation('signup')
  const { field, failure, isBusy, formProps } = useApiForm({
    initial: { answer: '' },
    schema: signupApi.answer.body,
    submit: (typed) => answer(typed),
    onDone: () => notify.done({ text: t('answerSent') }),
  })
  return (
    <Frame title={t('askedHeading')}>
      <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{question}</Text>
      <Form {...formProps} style={{ width: '100%' }}>
        <Stack gap="md" align="flex-start">
          <Textarea {...field('answer')} label={t('answer')} rows={4} maxLength={1000} w="100%" />
          <FormError>{failure}</FormError>
          <Button type="submit" loading={isBusy}>
            {t('sendAnswer')}
          </Button>
        </Stack>
      </Form>
    </Frame>
  )
}

const Declined = ({ reason }: { reason: string | null }) => {
  const { t } = useTranslation('signup')
  const { contact } = useSite()
  return (
    <Frame title={t('declinedHeading')}>
      {reason ? <Text style={{ whiteSpace: 'pre-line' }}>{t('declinedReason', { reason })}</Text> : null}
      <Text>{t('declinedContact', { contact: contact.admin || t('staffContact') })}</Text>
    </Frame>
  )
}

/** Shown once the application has gone through: the member is in. */
export const SubmittedCard = () => {
  const { t } = useTranslation('signup')
  return (
    <Frame title={t('doneHeading')}>
      <Text>{t('doneText')}</Text>
      <Button component={Link} to="/dashboard">
        {t('toDashboard')}
      </Button>
    </Frame>
  )
}
