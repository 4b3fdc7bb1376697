// On its own: React still wants a class where an error is caught.
import { Component, type ReactNode } from 'react'

type Props = { failure: (error: unknown, drawAgain: () => void) => ReactNode; children: ReactNode }

/** Draws something else where a part of the screen cannot be drawn. */
export class Boundary extends Component<Props, { failed: { error: unknown } | null }> {
  override state: { failed: { error: unknown } | null } = { failed: null }

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } }
  }

  drawAgain = () => this.setState({ failed: null })

  override render() {
    const { failed } = this.state
    return failed ? this.props.failure(failed.error, this.drawAgain) : this.props.children
  }
}
