import { Stack, Loader, Group, Text } from '@mantine/core'
import { IconCircleCheckFilled, IconInfoCircleFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { Status } from '#platform/ui/status.tsx'

type Props = {
  title: string
  kind: 'working' | 'done' | 'failed'
  /** What was refused, in few words. */
  state?: string
  /** Why, and what next. */
  text?: string
  /** The way on. */
  children?: ReactNode
}

/** How something that happens by itself is going: under way, done, or not, and then why and what next. */
export const OutcomeCard = ({ title, kind, state, text, children }: Props) => (
  <AuthFrame title={title}>
    <Stack gap="lg" align="flex-start">
      <Stack gap="xs" role={kind === 'failed' ? 'alert' : 'status'} aria-busy={kind === 'working'}>
        {kind === 'working' ? <Loader size="sm" aria-label={title} /> : null}
        {state ? (
          <Status kind="refused" size="md">
            {state}
          </Status>
        ) : null}
        {text ? (
          <Group gap="xs" wrap="nowrap" align="flex-start">
            {state ? null : <Mark isDone={kind === 'done'} />}
            <Text c="dimmed">{text}</Text>
          </Group>
        ) : null}
      </Stack>
      {children}
    </Stack>
  </AuthFrame>
)

const Mark = ({ isDone }: { isDone: boolean }) => {
  const Icon = isDone ? IconCircleCheckFilled : IconInfoCircleFilled
  const color = isDone ? 'var(--green-pic)' : 'var(--amber-pic)'
  return <Icon size={20} style={{ flex: 'none', marginTop: 2, color }} aria-hidden />
}
