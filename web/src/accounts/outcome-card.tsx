import type { ReactNode } from 'react'
import { Loader, Stack, Text } from '@mantine/core'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { Status } from '#platform/ui/status.tsx'

type Props = {
  title: string
  kind: 'working' | 'done' | 'failed'
  text?: string | undefined
  /** The way on. */
  children?: ReactNode
}

/** How something that happens by itself is going: under way, done, or not, and then why and what next. */
export const OutcomeCard = ({ title, kind, text, children }: Props) => (
  <AuthFrame title={title}>
    <Stack gap="lg" align="flex-start">
      <div role={kind === 'failed' ? 'alert' : 'status'} aria-busy={kind === 'working'}>
        {kind === 'working' ? <Loader size="sm" aria-label={title} /> : null}
        {text ? <OutcomeText kind={kind}>{text}</OutcomeText> : null}
      </div>
      {children}
    </Stack>
  </AuthFrame>
)

const OutcomeText = ({ kind, children }: { kind: Props['kind']; children: string }) =>
  kind === 'working' ? (
    <Text>{children}</Text>
  ) : (
    <Status kind={kind === 'done' ? 'fine' : 'refused'} size="md">
      {children}
    </Status>
  )
