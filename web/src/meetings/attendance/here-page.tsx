import { Anchor, Button, Stack, Text } from '@mantine/core'
import type { OwnAttendance } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { errorText } from '#platform/api/error-text.ts'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { checkIn, ownAttendanceQuery } from './api.ts'
import { describeOutcome, outcomeKind } from './outcome.ts'

/** What the code on the wall opens on a phone. A tap checks in, not the opening: links are opened ahead by programs, too. */
const HerePage = () => {
  const { t } = useTranslation('meetings')
  const { meetingId, code } = Route.useParams()
  const id = /^\d{1,9}$/.test(meetingId) ? Number(meetingId) : 0
  const query = useQuery(ownAttendanceQuery(id))
  return (
    <AuthFrame title={query.data ? t('hereTitle', { meeting: query.data.meetingName }) : t('titleHere')}>
      <Page query={query}>{(own) => <CheckingIn meetingId={id} code={code} own={own} />}</Page>
    </AuthFrame>
  )
}

type CheckingInProps = { meetingId: number; code: string; own: OwnAttendance }

const CheckingIn = ({ meetingId, code, own }: CheckingInProps) => {
  const { t } = useTranslation('meetings')
  const profile = useProfile()
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () => checkIn({ meetingId, code }),
    onSettled: refreshOnRefusal('meetings'),
  })
  const isHere = data !== undefined || own.presentSince !== null
  return (
    <Stack gap="md" align="flex-start">
      <div aria-live="polite">
        {data ? (
          <Stack gap={4}>
            <Status kind={outcomeKind(data)} size="md">
              {describeOutcome(t, data).title}
            </Status>
            {describeOutcome(t, data).lines.map((line) => (
              <Text key={line}>{line}</Text>
            ))}
          </Stack>
        ) : isHere ? (
          <Status kind="good" size="md">
            {t('hereDone')}
          </Status>
        ) : null}
        {error ? <FormError>{errorText(error)}</FormError> : null}
      </div>
      {isHere ? null : own.isCheckInOpen ? (
        <>
          <Text c="dimmed">{t('hereAs', { name: profile?.fullName ?? '' })}</Text>
          <Button size="lg" fullWidth loading={isPending} onClick={() => mutate()}>
            {t('hereAction')}
          </Button>
        </>
      ) : (
        <Text>{t('hereClosed')}</Text>
      )}
      <Anchor
        underline="always"
        renderRoot={(props) => (
          <Link to="/tools/meetings/$meetingId" params={{ meetingId: String(meetingId) }} {...props} />
        )}
      >
        {t('hereMeeting')}
      </Anchor>
    </Stack>
  )
}

export const Route = createFileRoute('/meetings/$meetingId/here/$code')({
  component: HerePage,
  staticData: { title: 'meetings:titleHere', loggedIn: true, hiddenMenu: true, bgGradient: true },
})
