export {
  type OpenTelemetry,
  type OpenTelemetryOptions,
  openTelemetry,
} from '../trace/otel/open-telemetry.ts';
