#pragma once

namespace weft::testing {

/// Declarations for tests of plans: host arrays whose elements a leaf reads in a loop.
inline constexpr const char* rig_source = R"(
feature rig.palette: float3[] {use: position, basis: model} at frame;
feature rig.other: float3[] {use: position, basis: model} at frame;
feature rig.at: float3 {use: position, basis: model} at frame;
feature rig.count: int at frame;
fragment sum_of(each: eval(rig.at) -> float3 {use: position, basis: world}) -> float3 {use: position, basis: world}
{
    float3 sum = float3(0.0);
    for (int i = 0; i < rig.count; ++i) {
        sum += each with (rig.at: rig.palette[i]);
    }
    return sum + float3(rig.other[0].x);
}
fragment between(
    a: float3 {use: position, basis: world}, b: float3 {use: position, basis: world}
) -> float3 {use: position, basis: world} { return (a + b) * 0.5; }
)";

}  // namespace weft::testing
