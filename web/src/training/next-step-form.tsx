import { Button, Group } from '@mantine/core'
import type { NextStep } from '@spacekeeper/contract/training/shapes.ts'
import { Link } from '@tanstack/react-router'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { checkCourse } from './api.ts'
import classes from './training.module.css'

type Props = { certificate: { id: number; name: string }; next: NextStep; isRenewal?: boolean }

/** A course of another website: the way there, and whether it says that the member is done. */
const Elsewhere = ({ certificate, next }: Props) => {
  const { t } = useTranslation('training')
  const check = useMutation({
    mutationFn: () => checkCourse({ certificateId: certificate.id }),
    onSuccess: ({ isPassed }) => {
      if (isPassed) notify.done({ text: t('passedNow', { name: certificate.name }) })
    },
  })
  return (
    <>
      <p className={classes.fact}>{t(next.url === '' ? 'courseLinkless' : 'courseElsewhere')}</p>
      <Group gap="xs" mt={4}>
        {next.url === '' ? null : (
          <Button size="xs" component="a" href={next.url} target="_blank" rel="noreferrer">
            {t('openCourse')}
          </Button>
        )}
        <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t('checkResult')}
        </Button>
      </Group>
      {check.data?.isPassed === false ? (
        <Status kind="info">{t('notPassedYet', { count: check.data.percent })}</Status>
      ) : null}
      {check.error ? <FormError>{errorText(check.error)}</FormError> : null}
    </>
  )
}

const OwnCourse = ({ certificate, next, isRenewal }: Props) => {
  const { t } = useTranslation('training')
  return (
    <>
      {next.retryAt === null ? null : (
        <Status kind="waiting">{t('retryAt', { when: formatMoment(next.retryAt) })}</Status>
      )}
      <Button
        mt={4}
        size="xs"
        {...(next.retryAt !== null && { variant: 'default' })}
        renderRoot={(props) => (
          <Link to="/account/training/$certificateId" params={{ certificateId: String(certificate.id) }} {...props} />
        )}
      >
        {t(isRenewal ? 'renewCourse' : 'takeCourse')}
      </Button>
    </>
  )
}

/** How a certificate is had: the one thing to do next, with its button where the member can do it alone. */
export const NextStepForm = (props: Props) => {
  const { t } = useTranslation('training')
  const isKiosk = useIsKiosk()
  const { kind, trainers } = props.next
  if (kind === 'staff') return <p className={classes.fact}>{t('askStaff')}</p>
  if (kind === 'trainer')
    return <p className={classes.fact}>{t('askTrainer', { count: trainers.length, names: trainers.join(', ') })}</p>
  if (isKiosk) return <p className={classes.fact}>{t('onOwnDevice')}</p>
  return kind === 'course' ? <OwnCourse {...props} /> : <Elsewhere {...props} />
}
